import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x, n):
    for i in range(1, n):
        x = x + i
    return x

f(1.0, 4)
