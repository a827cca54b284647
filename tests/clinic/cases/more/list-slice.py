import jax, jax.numpy as jnp, numpy as np

names = [1.0, 2.0, 3.0]
@jax.jit
def f(n):
    return sum(names[:n])

f(2)
