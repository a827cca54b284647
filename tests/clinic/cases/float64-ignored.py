import jax.numpy as jnp

x = jnp.array([1.0, 2.0], dtype=jnp.float64)
print(x.dtype)
