import jax, jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 2)
mesh = jax.make_mesh((2,), ("data",))
print(jax.device_put(jnp.ones((4, 2)), NamedSharding(mesh, P("batch"))))
