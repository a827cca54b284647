# %% starter
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    return ...


mean = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P()
)
print(mean(jnp.arange(16.0)))

# %% solution: mean of means
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    return jax.lax.pmean(x.mean(), "d")


mean = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P()
)

# %% solution: sum and count
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    total = jax.lax.psum(x.sum(), "d")
    count = jax.lax.psum(x.size, "d")
    return total / count


mean = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P()
)

# %% solution: devices first
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    across = jax.lax.pmean(x, "d")
    return across.mean()


mean = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P()
)

# %% solution: gathered
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


@jax.jit
@jax.shard_map(
    mesh=mesh, in_specs=P("d"), out_specs=P(),
    check_vma=False,
)
def mean(part):
    return jnp.mean(jax.lax.all_gather(part, "d"))

# %% wrong: no-collective
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    return x.mean()


mean = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P()
)

# %% wrong: no-collective
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    return x.mean()


mean = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P(),
    check_vma=False,
)

# %% wrong: sum-of-means
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    return jax.lax.psum(x.mean(), "d")


mean = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P()
)

# %% wrong: still-an-array
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    return jax.lax.pmean(x, "d")


mean = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P()
)

# %% wrong: eighth
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    return jax.lax.pmean(x.sum(), "d") / (8 * x.size)


mean = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P()
)

# %% wrong: sum-not-mean
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    return jax.lax.psum(x.sum(), "d")


mean = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P()
)

# %% wrong: fixed-count
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    return jax.lax.psum(x.sum(), "d") / 16


mean = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P()
)

# %% wrong: one-for-each
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    return jax.lax.pmean(x.mean(keepdims=True), "d")


mean = jax.shard_map(
    local, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: clinic/unbound-axis-name
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def mean(x):
    return jax.lax.pmean(x.mean(), "d")

# %% wrong: no-return
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def local(x):
    return jax.lax.pmean(x.mean(), "d")


def mean(x):
    jax.shard_map(
        local, mesh=mesh, in_specs=P("d"), out_specs=P()
    )(x)

# %% wrong: whole-array
mean = jnp.mean

# %% wrong: whole-array
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)
mean = jax.shard_map(
    jnp.mean, mesh=mesh, in_specs=P(), out_specs=P()
)

# %% check
import jax.numpy as jnp

from tutor.checking import expect, need, on_error, shape, unchanged

errors = [on_error("ValueError", r"out_specs which require replication", "no-collective")]
COLLECTIVES = {
    "psum", "psum_invariant", "all_gather", "all_gather_invariant", "all_gather_reduced",
    "reduce_scatter", "ppermute", "all_to_all", "pmax", "pmin",
}


def check(learner, reference, rng):
    for size in (16, 8, 40, 8 * rng.whole(6, 12)):
        x = rng.normal(size) + rng.number(1, 3)
        right = x.mean()
        parts = x.reshape(8, -1)
        got = unchanged(learner.mean, x)
        need(shape(got) != (8,), "one-for-each", (8,), ())
        if size == 16 and shape(got) == ():
            # Only right for the size that the example has.
            other = learner.mean(jnp.concatenate([x, x]))
            need(not (abs(got - right) < 1e-4 and abs(other - 2 * right) < 1e-3), "fixed-count")
        expect(got, right, inputs={"x": x}, mistakes={
            "sum-of-means": 8 * right,
            "still-an-array": parts.mean(0),
            "no-collective": parts[0].mean(),
            "eighth": right / 8,
            "sum-not-mean": x.sum(),
        }, shape="still-an-array" if shape(got) == (size // 8,) else "wrong-shape")
    used = learner.primitives(learner.mean, rng.normal(24))
    need(bool(COLLECTIVES & set(used)), "whole-array")
