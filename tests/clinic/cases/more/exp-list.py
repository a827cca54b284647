import jax, jax.numpy as jnp, numpy as np

xs = [0.0, 1.0]
print(jnp.exp(xs))
