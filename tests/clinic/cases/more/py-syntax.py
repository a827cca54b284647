import jax, jax.numpy as jnp, numpy as np

x = (1, 2
y = 3
