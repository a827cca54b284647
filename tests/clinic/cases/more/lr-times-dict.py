import jax, jax.numpy as jnp, numpy as np

params = {"w": jnp.ones(2), "b": 0.0}
grads = {"w": jnp.ones(2), "b": 0.0}
params = params - 0.1 * grads
