# %% start
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

# %% right: pmean of mean
def local(x):
    return jax.lax.pmean(x.mean(), "d")

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% right: psum/size
def local(x):
    return jax.lax.psum(jnp.sum(x), "d") / (x.size * jax.lax.axis_size("d"))

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% right: psum 1
def local(x):
    total, count = jax.lax.psum((x.sum(), x.size), "d")
    return total / count

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% right: pmean then mean
def local(x):
    """Mean of shards first."""
    return jnp.mean(jax.lax.pmean(x, axis_name="d"))

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% right: all_gather
from functools import partial
@partial(jax.shard_map, mesh=mesh, in_specs=P("d"), out_specs=P(), check_vma=False)
def mean(x):
    return jax.lax.all_gather(x, "d").mean()

# %% right: lambda psum 8
mean = jax.shard_map(lambda x: jax.lax.psum(x.sum(), "d") / (8 * len(x)), mesh=mesh, in_specs=P("d"), out_specs=P())

# %% right: jit around
def local(x):
    return jax.lax.psum(x.mean() / 8, "d")
mean = jax.jit(jax.shard_map(local, mesh=mesh, in_specs=(P("d"),), out_specs=P()))

# %% wrong: no collective
def local(x):
    return x.mean()

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% wrong: psum of mean
def local(x):
    return jax.lax.psum(x.mean(), "d")

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% wrong: psum of sum
def local(x):
    return jax.lax.psum(x.sum(), "d")

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% wrong: pmean of sum
def local(x):
    return jax.lax.pmean(x.sum(), "d")

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% wrong: pmean vector
def local(x):
    return jax.lax.pmean(x, "d")

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% wrong: const 16
def local(x):
    return jax.lax.psum(x.sum(), "d") / 16

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% wrong: check off
def local(x):
    return x.mean()
mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P(), check_vma=False)

# %% wrong: out_specs d
def local(x):
    return x.mean(keepdims=True)
mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: wrong axis name
def local(x):
    return jax.lax.pmean(x.mean(), "i")

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% wrong: plain jnp.mean outside
mean = jnp.mean

# %% wrong: pmax
def local(x):
    return jax.lax.pmax(x.mean(), "d")

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% wrong: keepdims
def local(x):
    return jax.lax.pmean(x.mean(keepdims=True), "d")

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% wrong: replicated input
def local(x):
    return x.mean()
mean = jax.shard_map(local, mesh=mesh, in_specs=P(), out_specs=P())

# %% wrong: two elements
def local(x):
    return jax.lax.pmean((x[0] + x[-1]) / 2, "d")

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())

# %% wrong: median
def local(x):
    return jax.lax.pmean(jnp.median(x), "d")

mean = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P())
