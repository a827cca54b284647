import jax, jax.numpy as jnp
x = jnp.ones((2, 3))
x[:, 0], x[:, 1] = x[:, 1], x[:, 0]
