import jax, jax.numpy as jnp, numpy as np

x = jnp.arange(3)
x[0], x[1] = x[1], x[0]
