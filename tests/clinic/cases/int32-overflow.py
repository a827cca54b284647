import jax.numpy as jnp

views = jnp.array([2_000_000_000, 1_500_000_000])
print(views.sum())
