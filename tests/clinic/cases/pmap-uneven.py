import jax, jax.numpy as jnp

jax.config.update("jax_num_cpu_devices", 2)
print(jax.pmap(lambda x: x + 1)(jnp.ones((3, 3))))
