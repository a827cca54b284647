# %% run
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))
by_rows = NamedSharding(mesh, P("data"))
by_columns = NamedSharding(mesh, P(None, "model"))
x = jax.device_put(jnp.ones((16, 8)), by_rows)
w = jax.device_put(jnp.ones((8, 6)), by_columns)
y = x @ w
for a in (x, w, y):
    print(a.addressable_shards[0].data.shape)

# %% run: copies
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))
by_rows = NamedSharding(mesh, P("data"))
x = jax.device_put(jnp.ones((16, 1)), by_rows)
for shard in x.addressable_shards:
    print(shard.device.id, "holds rows", shard.index[0])
