import jax, jax.numpy as jnp, numpy as np

x = jnp.ones((5, 3))
w = jnp.ones((2, 3))
y = x @ w
