import jax.numpy as jnp

x = jnp.zeros(3).at[9].set(1.0)
print(x)
