import jax, jax.numpy as jnp, numpy as np

a, b = jnp.ones(3)
