import jax, jax.numpy as jnp, numpy as np

open("/no/such/file")
