import jax, jax.numpy as jnp, numpy as np

print(jnp.ones((2, 3)) + jnp.ones((3, 2)))
