import jax, jax.numpy as jnp, numpy as np

print(jnp.ones((3, 4)).reshape((5, -1)))
