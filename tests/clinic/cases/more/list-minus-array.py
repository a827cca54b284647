import jax, jax.numpy as jnp, numpy as np

ys = [1.0, 2.0]
print(ys - jnp.ones(2))
