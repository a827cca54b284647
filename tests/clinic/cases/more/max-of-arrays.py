import jax.numpy as jnp
print(max(jnp.ones(2), jnp.zeros(2)))
