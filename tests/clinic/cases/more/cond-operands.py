import jax, jax.numpy as jnp
jax.lax.cond(0.5 > 0, lambda x: x, lambda: 0.0, 1.0)
