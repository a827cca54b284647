import jax.numpy as jnp

grid = jnp.zeros((3, 3))
grid[0, :] += 1.0
print(grid)
