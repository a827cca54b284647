# %% run
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))
x = jax.device_put(jnp.ones(10), rows)
print(x.addressable_shards[0].data.shape)
