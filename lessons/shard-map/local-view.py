# %% run
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def f(x):
    print("I see", x.shape)
    return x.sum(keepdims=True)


g = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)
print(g(jnp.arange(16.0)))

# %% run: who
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def f(x):
    me = jax.lax.axis_index("d")
    return 10 * me + x


g = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)
print(g(jnp.arange(16)))
