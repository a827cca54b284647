import jax, jax.numpy as jnp, numpy as np

print(np.ones(3) + np.ones(4))
