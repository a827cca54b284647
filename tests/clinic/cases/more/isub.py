import jax, jax.numpy as jnp, numpy as np

w = jnp.ones(3)
w[0] -= 0.1 * 2
