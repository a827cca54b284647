import jax, jax.numpy as jnp, numpy as np

print(jnp.array(3_000_000_000) + 1)
