import jax.numpy as jnp

images = jnp.zeros((5, 28, 28))
rows = [image.reshape(28 * 29) for image in images]
