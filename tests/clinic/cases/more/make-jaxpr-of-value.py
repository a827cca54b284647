import jax, jax.numpy as jnp
jax.make_jaxpr(jnp.sin(1.0))(1.0)
