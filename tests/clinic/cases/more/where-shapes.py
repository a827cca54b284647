import jax, jax.numpy as jnp, numpy as np

print(jnp.where(jnp.ones(3) > 0, jnp.ones(4), 0.0))
