import jax, jax.numpy as jnp, numpy as np

x = jnp.ones(3)
x(0)
