import jax, jax.numpy as jnp, numpy as np

key = jax.random.key(0)
print(jax.random.split(key * 2))
