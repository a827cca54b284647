import jax, jax.numpy as jnp, numpy as np

print(jnp.ones(2, jnp.int32) * 3_000_000_000)
