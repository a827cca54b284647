# %% starter
from jax.sharding import NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((8,), ("data",))
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, ...))
# %% solution
from jax.sharding import NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((8,), ("data",))
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P("data")))
# %% solution: plan 2
from jax.sharding import NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((8,), ("data",))
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P("data", None)))
# %% wrong: replicated
from jax.sharding import NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((8,), ("data",))
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P()))
# %% wrong: columns-split
from jax.sharding import NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((8,), ("data",))
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P(None, "data")))
# %% wrong: unknown-axis
from jax.sharding import NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((8,), ("data",))
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P("batch")))
# %% solution: constraint by another mesh of the same axis
from jax.sharding import NamedSharding, PartitionSpec
mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, PartitionSpec(("data",)))

def spread(batch):
    return jax.device_put(batch, rows)
# %% wrong: one-device
def spread(x):
    return jax.device_put(x, jax.devices()[0])
# %% wrong: wrong-value
from jax.sharding import NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((8,), ("data",))
def spread(x):
    return jax.device_put(x[::-1], NamedSharding(mesh, P("data")))
# %% wrong: half-split
from jax.sharding import NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ("data", "model"))
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P("data")))
# %% check
from tutor.checking import expect, need, on_error

errors = [on_error("ValueError", "batch", "unknown-axis")]


def check(learner, reference, rng):
    for rows, columns in ((16, 8), (8, 16), (40, 24)):
        x = rng.normal(rows, columns)
        placed = learner.keep(learner.spread, x)
        expect(learner.value(placed), x)
        shards = learner.shards(placed)
        devices = {shard.device for shard in shards}
        shapes = {shard.shape for shard in shards}
        told = f"{len(devices)} x {sorted(shapes)}"
        need(len(devices) == 8, "one-device", told)
        need(shapes != {(rows, columns)}, "replicated", told)
        need(shapes != {(rows, columns // 8)}, "columns-split", told)
        need(shapes == {(rows // 8, columns)}, "half-split", told)
        starts = {shard.index[0].start or 0 for shard in shards}
        need(len(starts) == 8, "half-split", told)
