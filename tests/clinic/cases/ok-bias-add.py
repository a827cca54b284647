import jax.numpy as jnp

x, w, b = jnp.ones((8, 3)), jnp.ones((3, 2)), jnp.zeros(2)
print((x @ w + b).shape)
