import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x):
    return x * (1 / 0)

f(1.0)
