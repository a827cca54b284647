import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(n):
    return jnp.eye(n)

f(3)
