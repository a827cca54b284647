import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x, n):
    return x[:n]

f(jnp.ones(5), 3)
