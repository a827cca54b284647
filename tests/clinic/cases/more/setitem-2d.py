import jax, jax.numpy as jnp, numpy as np

m = jnp.eye(3)
m[1, :2] = jnp.array([5.0, 6.0])
