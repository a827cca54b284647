import jax, jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 4)
mesh = jax.make_mesh((4,), ("data",))
print(jax.device_put(jnp.ones((6, 2)), NamedSharding(mesh, P("data"))))
