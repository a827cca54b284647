import jax, jax.numpy as jnp
jax.device_put(1.0, jax.devices()[3])
