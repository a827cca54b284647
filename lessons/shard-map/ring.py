# %% starter
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

pairs = ...


def f(x):
    return jax.lax.ppermute(x, "d", pairs)


ring = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)
print(ring(jnp.arange(16.0)))

# %% solution: modulo
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

pairs = [(i, (i + 1) % 8) for i in range(8)]


def f(x):
    return jax.lax.ppermute(x, "d", pairs)


ring = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% solution: the last one apart
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

pairs = [(i, i + 1) for i in range(7)] + [(7, 0)]


def f(x):
    return jax.lax.ppermute(x, "d", pairs)


ring = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% solution: zip
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

pairs = list(zip(range(8), [*range(1, 8), 0]))


def f(x):
    return jax.lax.ppermute(x, "d", pairs)


ring = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% solution: from behind
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

pairs = [(i - 1 if i else 7, i) for i in range(8)]


def f(x):
    return jax.lax.ppermute(x, "d", pairs)


ring = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: other-way
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

pairs = [((i + 1) % 8, i) for i in range(8)]


def f(x):
    return jax.lax.ppermute(x, "d", pairs)


ring = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: other-way
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

pairs = [(i, (i - 1) % 8) for i in range(8)]


def f(x):
    return jax.lax.ppermute(x, "d", pairs)


ring = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: ring-open
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

pairs = [(i, i + 1) for i in range(7)]


def f(x):
    return jax.lax.ppermute(x, "d", pairs)


ring = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: beyond-the-end
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

pairs = [(i, i + 1) for i in range(8)]


def f(x):
    return jax.lax.ppermute(x, "d", pairs)


ring = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: stays-put
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

pairs = [(i, i) for i in range(8)]


def f(x):
    return jax.lax.ppermute(x, "d", pairs)


ring = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: too-far
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

pairs = [(i, (i + 2) % 8) for i in range(8)]


def f(x):
    return jax.lax.ppermute(x, "d", pairs)


ring = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: one-pair
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

pairs = [(0, 1)]


def f(x):
    return jax.lax.ppermute(x, "d", pairs)


ring = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% wrong: only-a-list
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

pairs = [(i + 1) % 8 for i in range(8)]


def f(x):
    return jax.lax.ppermute(x, "d", pairs)


ring = jax.shard_map(
    f, mesh=mesh, in_specs=P("d"), out_specs=P("d")
)

# %% check
import jax.numpy as jnp

from tutor.checking import expect, on_error, unchanged

errors = [
    on_error("IndexError", r"out of range", "beyond-the-end"),
    on_error(("TypeError", "ValueError"), r"unpack|cannot convert|subscriptable|int", "only-a-list"),
]


def check(learner, reference, rng):
    for size in (16, 8, 40):
        x = rng.normal(size) + 5.0
        n = size // 8
        right = jnp.roll(x, n)
        got = unchanged(learner.ring, x)
        expect(got, right, inputs={"x": x}, mistakes={
            "other-way": jnp.roll(x, -n),
            "ring-open": right.at[:n].set(0),
            "stays-put": x,
            "too-far": jnp.roll(x, 2 * n),
            "one-pair": jnp.zeros(size).at[n : 2 * n].set(x[:n]),
        })
