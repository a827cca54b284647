import jax.numpy as jnp

print(jnp.random.normal(size=3))
