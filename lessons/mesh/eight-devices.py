# %% run
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))
x = jax.device_put(jnp.ones((16, 4)), rows)
print(len(jax.devices()), x.shape)
print(x.addressable_shards[0].data.shape)

# %% run: layout
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))
x = jax.device_put(jnp.arange(16.0), rows)
show(x)
print(jax.typeof(x))
