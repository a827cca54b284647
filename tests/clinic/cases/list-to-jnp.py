import jax.numpy as jnp

print(jnp.sum([1.0, 2.0, 3.0]))
