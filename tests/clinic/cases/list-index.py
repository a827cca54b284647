import jax.numpy as jnp

x = jnp.arange(10)
print(x[[1, 4, 6]])
