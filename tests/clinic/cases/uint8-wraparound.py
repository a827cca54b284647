import jax.numpy as jnp

pixels = jnp.array([200, 10], dtype=jnp.uint8)
print(pixels + 100, (pixels + 100).dtype)
