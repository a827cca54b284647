import jax, jax.numpy as jnp, numpy as np

print([1, 2] * 0.5)
