import jax, jax.numpy as jnp, numpy as np

print(jnp.dot([1.0, 2.0], jnp.ones(2)))
