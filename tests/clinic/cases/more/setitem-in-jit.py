import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x):
    x[0] = 1.0
    return x

f(jnp.ones(3))
