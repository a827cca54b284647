import jax, jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 2)
mesh = jax.make_mesh((2,), ("x",))
a = jax.device_put(jnp.ones((4, 4)), NamedSharding(mesh, P(None, "x")))
b = jax.device_put(jnp.ones((4, 4)), NamedSharding(mesh, P("x", None)))
print(a @ b)
