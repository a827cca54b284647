import jax, jax.numpy as jnp, numpy as np

print(jnp.stack([jnp.ones(2), jnp.ones(3)]))
