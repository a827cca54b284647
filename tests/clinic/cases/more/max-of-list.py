import jax, jax.numpy as jnp, numpy as np

print(jnp.maximum([1.0, 2.0], 0.0))
