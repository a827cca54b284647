# %% start
from jax.sharding import AxisType, PartitionSpec as P
import functools
mesh = jax.make_mesh((8,), ("d",), axis_types=(AxisType.Auto,))

# %% right: two pass
def local(x):
    mean = jax.lax.pmean(x.mean(0), "d")
    var = jax.lax.pmean(((x - mean) ** 2).mean(0), "d")
    return (x - mean) / jnp.sqrt(var)
standardize = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% right: psum and n
@functools.partial(jax.shard_map, mesh=mesh, in_specs=P("d", None), out_specs=P("d", None))
def standardize(x):
    n = jax.lax.psum(x.shape[0], "d")
    m = jax.lax.psum(jnp.sum(x, axis=0, keepdims=True), "d") / n
    c = x - m
    return c * jax.lax.rsqrt(jax.lax.psum(jnp.sum(c * c, axis=0), "d") / n)

# %% right: all_gather
def local(x):
    whole = jax.lax.all_gather(x, "d", axis=0, tiled=True)
    return (x - whole.mean(axis=0)) / whole.std(axis=0)
standardize = jax.jit(jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d")))

# %% right: law of total variance
def local(x):
    m = x.mean(0)
    M = jax.lax.pmean(m, "d")
    v = jax.lax.pmean(x.var(0) + (m - M) ** 2, "d")
    return (x - M) / v ** 0.5
standardize = jax.shard_map(local, mesh=mesh, in_specs=(P("d"),), out_specs=P("d"))

# %% right: no shard_map, plain jit
@jax.jit
def standardize(x):
    return (x - x.mean(axis=0)) / x.std(axis=0)

# %% right: moments E[x^2] - mean^2
def local(x):
    m, q = jax.lax.pmean((x.mean(0), (x * x).mean(0)), "d")
    return (x - m) / jnp.sqrt(q - m * m)
standardize = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: pmean of std
def local(x):
    mean = jax.lax.pmean(x.mean(axis=0), "d")
    std = jax.lax.pmean(x.std(axis=0), "d")
    return (x - mean) / std
standardize = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: whole mean of all numbers
def local(x):
    mean = jax.lax.pmean(x.mean(), "d")
    std = jnp.sqrt(jax.lax.pmean(((x - mean) ** 2).mean(), "d"))
    return (x - mean) / std
standardize = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: psum mean
def local(x):
    mean = jax.lax.psum(x.mean(axis=0), "d")
    std = jnp.sqrt(jax.lax.pmean(((x - mean) ** 2).mean(0), "d"))
    return (x - mean) / std
standardize = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: psum squares not divided
def local(x):
    mean = jax.lax.pmean(x.mean(axis=0), "d")
    std = jnp.sqrt(jax.lax.psum(((x - mean) ** 2).mean(0), "d"))
    return (x - mean) / std
standardize = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: ddof 1
def local(x):
    n = 8 * x.shape[0]
    mean = jax.lax.pmean(x.mean(axis=0), "d")
    std = jnp.sqrt(jax.lax.psum(((x - mean) ** 2).sum(0), "d") / (n - 1))
    return (x - mean) / std
standardize = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: sixteen rows
def local(x):
    mean = jax.lax.psum(x.sum(axis=0), "d") / 16
    std = jnp.sqrt(jax.lax.psum(((x - mean) ** 2).sum(0), "d") / 16)
    return (x - mean) / std
standardize = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: variance
def local(x):
    mean = jax.lax.pmean(x.mean(axis=0), "d")
    return (x - mean) / jax.lax.pmean(((x - mean) ** 2).mean(0), "d")
standardize = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: rows standardized (axis 1)
def local(x):
    mean = x.mean(axis=1, keepdims=True)
    return (x - mean) / x.std(axis=1, keepdims=True)
standardize = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: sqrt before the mean
def local(x):
    mean = jax.lax.pmean(x.mean(axis=0), "d")
    std = jax.lax.pmean(jnp.sqrt(((x - mean) ** 2).mean(0)), "d")
    return (x - mean) / std
standardize = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: absolute deviation
def local(x):
    mean = jax.lax.pmean(x.mean(axis=0), "d")
    std = jax.lax.pmean(jnp.abs(x - mean).mean(0), "d")
    return (x - mean) / std
standardize = jax.shard_map(local, mesh=mesh, in_specs=P("d"), out_specs=P("d"))
