import jax.numpy as jnp

x = jnp.zeros(4)
x[1] = 7.0
print(x)
