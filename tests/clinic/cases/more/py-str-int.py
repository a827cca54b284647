import jax, jax.numpy as jnp, numpy as np

print("loss " + 3)
