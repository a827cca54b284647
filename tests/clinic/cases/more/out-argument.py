import jax, jax.numpy as jnp
jnp.add(jnp.ones(3), 1, out=jnp.zeros(3))
