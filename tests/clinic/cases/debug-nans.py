import jax, jax.numpy as jnp

jax.config.update("jax_debug_nans", True)
print(jnp.log(jnp.float32(-1.0)))
