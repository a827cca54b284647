import jax, jax.numpy as jnp
@jax.jit
def f(x, n):
    return [x] * n
f(1.0, 3)
