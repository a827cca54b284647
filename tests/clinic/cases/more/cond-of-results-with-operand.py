import jax
import jax.numpy as jnp

y = jax.lax.cond(True, jnp.sin(2.0), jnp.cos(2.0))
