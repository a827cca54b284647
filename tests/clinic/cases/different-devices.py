import jax, jax.numpy as jnp

jax.config.update("jax_num_cpu_devices", 2)
d0, d1 = jax.devices()
a = jax.device_put(jnp.ones(2), d0)
b = jax.device_put(jnp.ones(2), d1)
print(a + b)
