import jax, jax.numpy as jnp, numpy as np

loss = 1.0
print(los)
