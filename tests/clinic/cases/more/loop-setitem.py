import jax, jax.numpy as jnp, numpy as np

h = jnp.zeros(3)
for i, v in enumerate([0, 1, 1]):
    h[v] += 1
