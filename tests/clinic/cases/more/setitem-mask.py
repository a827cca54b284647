import jax, jax.numpy as jnp, numpy as np

x = jnp.arange(5.0)
x[x > 2] = 0.0
