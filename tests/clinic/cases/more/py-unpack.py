import jax, jax.numpy as jnp, numpy as np

a, b = (1, 2, 3)
