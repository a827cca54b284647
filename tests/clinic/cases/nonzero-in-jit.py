import jax, jax.numpy as jnp

@jax.jit
def hot_spots(grid):
    return jnp.nonzero(grid > 0.5)

print(hot_spots(jnp.eye(3)))
