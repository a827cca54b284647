import jax.numpy as jnp

pred = jnp.array([[0.0], [0.0], [1.0], [1.0]])
target = jnp.array([0.0, 0.0, 1.0, 1.0])
print(((pred - target) ** 2).mean(), (pred - target).shape)
