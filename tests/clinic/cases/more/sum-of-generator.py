import jax.numpy as jnp

total = jnp.sum(v**2 for v in range(4))
