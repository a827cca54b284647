import jax, jax.numpy as jnp, numpy as np

print(jnp.mean((1.0, 2.0)))
