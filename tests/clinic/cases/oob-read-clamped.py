import jax.numpy as jnp

x = jnp.array([10, 20, 30, 40])
print(x[10])
