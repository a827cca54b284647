import jax, jax.numpy as jnp, numpy as np

print(jax.array([1, 2]))
