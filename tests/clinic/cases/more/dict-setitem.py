import jax, jax.numpy as jnp, numpy as np

params = {"w": jnp.ones(3)}
params["w"][0] = 2.0
