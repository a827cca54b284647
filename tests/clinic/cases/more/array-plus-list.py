import jax, jax.numpy as jnp, numpy as np

print(jnp.ones(2) + [1.0, 2.0])
