import jax, jax.numpy as jnp

@jax.jit
def window(x, start):
    return x[start:start + 3]

print(window(jnp.arange(10), 2))
