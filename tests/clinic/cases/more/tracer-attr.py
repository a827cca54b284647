import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x):
    return x.abs()

f(jnp.ones(2))
