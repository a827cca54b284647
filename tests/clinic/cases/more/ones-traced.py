import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(n):
    return jnp.ones((n, 2))

f(3)
