import jax, jax.numpy as jnp, numpy as np

print(jnp.dot(jnp.ones(3), jnp.ones(4)))
