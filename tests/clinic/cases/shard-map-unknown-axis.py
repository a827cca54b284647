import jax, jax.numpy as jnp
from jax.sharding import AxisType, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 2)
mesh = jax.make_mesh((2,), ("d",), axis_types=(AxisType.Auto,))


def local(x):
    return jax.lax.pmean(x.mean(), axis_name="i")


mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())
print(mean(jnp.arange(4.0)))
