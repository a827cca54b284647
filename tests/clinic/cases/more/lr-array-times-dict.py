import jax, jax.numpy as jnp, numpy as np

grads = {"w": jnp.ones(2), "b": 0.0}
step = jnp.float32(0.1) * grads
