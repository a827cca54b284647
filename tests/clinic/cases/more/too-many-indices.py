import jax, jax.numpy as jnp, numpy as np

print(jnp.ones(3)[0, 1])
