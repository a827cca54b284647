import jax, jax.numpy as jnp, numpy as np

a, b = {"x": 1}, {"y": 2}
print(a - b)
