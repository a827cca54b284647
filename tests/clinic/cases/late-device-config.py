import jax, jax.numpy as jnp

x = jnp.ones(2)
jax.config.update("jax_num_cpu_devices", 4)
print(jax.devices())
