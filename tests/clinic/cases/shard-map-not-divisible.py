import jax, jax.numpy as jnp
from jax.sharding import AxisType, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 2)
mesh = jax.make_mesh((2,), ("i",), axis_types=(AxisType.Auto,))
f = jax.shard_map(lambda x: x * 2, mesh=mesh, in_specs=P("i"), out_specs=P("i"))
print(f(jnp.arange(5.0)))
