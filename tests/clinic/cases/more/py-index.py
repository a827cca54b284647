import jax, jax.numpy as jnp, numpy as np

xs = [1, 2]
xs[5]
