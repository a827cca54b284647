import jax, jax.numpy as jnp, numpy as np

seed = 3
print(jax.random.uniform(seed))
