import jax, jax.numpy as jnp, numpy as np

jax.vmap(lambda x, y: x + y, in_axes=(0, 1))(jnp.ones(3), jnp.ones(3))
