import jax, jax.numpy as jnp, numpy as np

x = jnp.ones((3, 2))
jax.vmap(jnp.sum(x))(x)
