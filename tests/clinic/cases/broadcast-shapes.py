import jax.numpy as jnp

scores = jnp.ones((5, 3))
weights = jnp.ones(5)
print(scores * weights)
