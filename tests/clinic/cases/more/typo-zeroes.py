import jax, jax.numpy as jnp, numpy as np

print(jnp.zeroes(3))
