# %% starter
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    mean = x.mean(axis=0)
    std = x.std(axis=0)
    return (x - mean) / std


standardize = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

x = jnp.arange(32.0).reshape(16, 2)
print(standardize(x))

# %% solution: two means
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    mean = jax.lax.pmean(x.mean(axis=0), "d")
    square = jnp.mean((x - mean) ** 2, axis=0)
    return (x - mean) / jnp.sqrt(jax.lax.pmean(square, "d"))


standardize = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% solution: squares minus square
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    def across(v):
        return jax.lax.pmean(jnp.mean(v, axis=0), "d")

    mean = across(x)
    var = across(x**2) - mean**2
    return (x - mean) / var**0.5


standardize = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% solution: gathered
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    rows = jax.lax.all_gather(x, "d", tiled=True)
    return (x - rows.mean(axis=0)) / rows.std(axis=0)


standardize = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% solution: sums
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(part):
    n = jax.lax.psum(len(part), "d")
    mean = jax.lax.psum(part.sum(0), "d") / n
    rest = part - mean
    var = jax.lax.psum((rest * rest).sum(0), "d") / n
    return rest * jax.lax.rsqrt(var)


@jax.jit
def standardize(x):
    return jax.shard_map(
        local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
    )(x)

# %% wrong: own-rows-only
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    mean = x.mean(axis=0)
    std = x.std(axis=0)
    return (x - mean) / std


standardize = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: mean-of-spreads
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    mean = jax.lax.pmean(x.mean(axis=0), "d")
    std = jax.lax.pmean(x.std(axis=0), "d")
    return (x - mean) / std


standardize = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: mean-of-spreads
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    mean = jax.lax.pmean(x.mean(axis=0), "d")
    var = jax.lax.pmean(x.var(axis=0), "d")
    return (x - mean) / jnp.sqrt(var)


standardize = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: spread-of-own-rows
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    mean = jax.lax.pmean(x.mean(axis=0), "d")
    return (x - mean) / x.std(axis=0)


standardize = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: not-centred
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    mean = x.mean(axis=0)
    all_mean = jax.lax.pmean(mean, "d")
    var = jax.lax.pmean(((x - all_mean) ** 2).mean(0), "d")
    return (x - mean) / jnp.sqrt(var)


standardize = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: across-columns
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    mean = jax.lax.pmean(x.mean(), "d")
    var = jax.lax.pmean(((x - mean) ** 2).mean(), "d")
    return (x - mean) / jnp.sqrt(var)


standardize = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: square-root-missing
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    mean = jax.lax.pmean(x.mean(axis=0), "d")
    var = jax.lax.pmean(((x - mean) ** 2).mean(0), "d")
    return (x - mean) / var


standardize = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: no-return
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    mean = jax.lax.pmean(x.mean(axis=0), "d")
    var = jax.lax.pmean(((x - mean) ** 2).mean(0), "d")
    return (x - mean) / jnp.sqrt(var)


def standardize(x):
    jax.shard_map(
        local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
    )(x)

# %% check
import jax.numpy as jnp

from tutor.checking import expect, reject, unchanged


def check(learner, reference, rng):
    for rows, columns in ((32, 3), (24, 1), (80, 5)):
        # Each device gets rows with a mean of its own.
        place = jnp.repeat(rng.normal(8, columns, scale=2.0), rows // 8, axis=0)
        x = rng.normal(rows, columns) + place + rng.normal(columns)
        mean, std = x.mean(0), x.std(0)
        parts = x.reshape(8, -1, columns)
        own_mean = jnp.repeat(parts.mean(1), rows // 8, axis=0)
        own_std = jnp.repeat(parts.std(1), rows // 8, axis=0)
        mistakes = {
            "own-rows-only": (x - own_mean) / own_std,
            "spread-of-own-rows": (x - mean) / own_std,
            "not-centred": (x - own_mean) / std,
            "square-root-missing": (x - mean) / std**2,
            "across-columns": (x - x.mean()) / x.std(),
        }
        if columns == 1:
            del mistakes["across-columns"]
        got = unchanged(learner.standardize, x)
        # Two forms of one mistake; the data make sure that neither is right.
        for spread in (parts.std(1).mean(0), jnp.sqrt(parts.var(1).mean(0))):
            reject(got, {"mean-of-spreads": (x - mean) / spread}, tol=1e-3)
        expect(got, (x - mean) / std, tol=1e-3, atol=2e-3, inputs={"x": x}, mistakes=mistakes)
