import jax.numpy as jnp

z = jnp.array([1000.0, 0.0])
print(jnp.exp(z) / jnp.exp(z).sum())
