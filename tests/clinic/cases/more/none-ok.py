import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x, y=None):
    return x if y is None else x + y
f(1.0, None)
