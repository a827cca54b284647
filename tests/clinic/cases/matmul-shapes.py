import jax.numpy as jnp

x = jnp.ones((8, 3))
w = jnp.ones((4, 2))
print(x @ w)
