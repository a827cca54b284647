# %% starter
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))


def spread(x):
    return jax.device_put(x, NamedSharding(mesh, ...))


show(spread(jnp.arange(32.0).reshape(16, 2)))

# %% solution: the name of the axis
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))


def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P("data")))

# %% solution: both axes named
from jax.sharding import NamedSharding, PartitionSpec

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, PartitionSpec("data", None))


def spread(batch):
    return jax.device_put(batch, rows)

# %% solution: reshard
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))


def spread(x):
    x = jax.device_put(x, NamedSharding(mesh, P()))
    rows = NamedSharding(mesh, P("data"))
    return jax.reshard(x, rows)

# %% solution: a mesh by hand
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = Mesh(np.array(jax.devices()), ("data",))


def spread(x):
    return jax.jit(
        lambda v: v,
        out_shardings=NamedSharding(mesh, P(("data",))),
    )(x)

# %% wrong: replicated
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))


def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P()))

# %% wrong: columns-split
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))


def spread(x):
    columns = NamedSharding(mesh, P(None, "data"))
    return jax.device_put(x, columns)

# %% wrong: unknown-axis
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))


def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P("rows")))

# %% wrong: one-device
def spread(x):
    return jax.device_put(x, jax.devices()[0])

# %% wrong: one-device
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4,), ("data",))


def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P("data")))

# %% wrong: half-split
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))


def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P("data")))

# %% wrong: wrong-value
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))


def spread(x):
    rows = NamedSharding(mesh, P("data"))
    return jax.device_put(x[::-1], rows)

# %% wrong: no-return
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))


def spread(x):
    jax.device_put(x, NamedSharding(mesh, P("data")))

# %% check
from tutor.checking import expect, need, on_error

errors = [
    on_error("ValueError", r"is not found in mesh", "unknown-axis"),
    on_error("AttributeError", r"addressable_shards", "one-device"),
]


def check(learner, reference, rng):
    for rows, columns in ((16, 8), (8, 16), (40, 24), (24, 8)):
        x = rng.normal(rows, columns)
        placed = learner.keep(learner.spread, x)
        expect(learner.value(placed), x, inputs={"x": x})
        shards = learner.shards(placed)
        shapes = {shard.shape for shard in shards}
        told = f"{len(shards)} devices, shards of shape {', '.join(map(str, sorted(shapes)))}"
        wanted = f"8 devices, shards of shape {(rows // 8, columns)}"
        need(len({shard.device for shard in shards}) == 8, "one-device", told, wanted)
        need(shapes != {(rows, columns)}, "replicated", told, wanted)
        need(shapes != {(rows, columns // 8)}, "columns-split", told, wanted)
        starts = {shard.index[0].start or 0 for shard in shards}
        need(shapes == {(rows // 8, columns)} and len(starts) == 8, "half-split", told, wanted)
