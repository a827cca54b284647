import jax.numpy as jnp

batch = jnp.arange(6)
print(batch.reshape(4, 2))
