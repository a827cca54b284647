import jax, jax.numpy as jnp, numpy as np

params = {"w": 1.0}
params["bias"]
