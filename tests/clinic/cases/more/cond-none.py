import jax, jax.numpy as jnp, numpy as np

print(jax.lax.cond(True, lambda x: x, lambda x: None, 1.0))
