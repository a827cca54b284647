import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x):
    return sum(x.tolist())

f(jnp.ones(3))
