# %% starter
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    x = ...
    return jax.device_put(x, rows)


show(spread(jnp.ones((10, 2))))

# %% solution: pad
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    x = jnp.pad(x, ((0, -len(x) % 8), (0, 0)))
    return jax.device_put(x, rows)

# %% solution: concatenate
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    n, columns = x.shape
    missing = (8 - n % 8) % 8
    zeros = jnp.zeros((missing, columns))
    return jax.device_put(jnp.concatenate([x, zeros]), rows)

# %% solution: written into zeros
import math

from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    n = x.shape[0]
    total = math.ceil(n / mesh.size) * mesh.size
    full = jnp.zeros((total, *x.shape[1:])).at[:n].set(x)
    return jax.device_put(full, rows)

# %% solution: row by row
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    while x.shape[0] % 8 != 0:
        x = jnp.vstack([x, jnp.zeros_like(x[:1])])
    return jax.device_put(x, rows)

# %% wrong: too-many
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    x = jnp.pad(x, ((0, 8 - len(x) % 8), (0, 0)))
    return jax.device_put(x, rows)

# %% wrong: too-many
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    x = jnp.pad(x, ((0, 7 * len(x)), (0, 0)))
    return jax.device_put(x, rows)

# %% wrong: clinic/device-axis-size
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    x = jnp.pad(x, ((0, 6), (0, 0)))
    return jax.device_put(x, rows)

# %% wrong: clinic/device-axis-size
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    x = jnp.pad(x, ((0, len(x) % 8), (0, 0)))
    return jax.device_put(x, rows)

# %% wrong: rows-lost
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    x = x[: len(x) // 8 * 8]
    return jax.device_put(x, rows)

# %% wrong: wrong-end
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    x = jnp.pad(x, ((-len(x) % 8, 0), (0, 0)))
    return jax.device_put(x, rows)

# %% wrong: not-zeros
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    n = len(x) + -len(x) % 8
    x = jnp.resize(x, (n, x.shape[1]))
    return jax.device_put(x, rows)

# %% wrong: not-zeros
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    n = len(x)
    x = jnp.pad(x, ((0, -n % 8), (0, 0)), mode="edge")
    return jax.device_put(x, rows)

# %% wrong: columns-too
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def spread(x):
    x = jnp.pad(x, (0, -len(x) % 8))
    return jax.device_put(x, rows)

# %% wrong: not-spread
def spread(x):
    return jnp.pad(x, ((0, -len(x) % 8), (0, 0)))

# %% wrong: not-spread
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))


def spread(x):
    x = jnp.pad(x, ((0, -len(x) % 8), (0, 0)))
    return jax.device_put(x, NamedSharding(mesh, P()))

# %% check
import jax.numpy as jnp

from tutor.checking import close, expect, need, on_error, shape

errors = [on_error("AttributeError", r"addressable_shards", "not-spread")]


def check(learner, reference, rng):
    sizes = ((10, 3), (16, 2), (1, 4), (8, 5), (23, 3), (rng.whole(25, 32), 2))
    for n, columns in sizes:
        x = rng.normal(n, columns)
        placed = learner.keep(learner.spread, x)
        got = learner.value(placed)
        total = (n + 7) // 8 * 8
        right = jnp.zeros((total, columns)).at[:n].set(x)
        found = shape(got)
        if found is not None and len(found) == 2:
            need(found[1] == columns, "columns-too", found, right.shape)
            need(found[0] >= n, "rows-lost", found, right.shape)
            need(found[0] <= total, "too-many", found, right.shape)
            if found[0] == total and n < total:
                end = jnp.zeros((total, columns)).at[total - n :].set(x)
                need(not close(got, end), "wrong-end")
                need(not close(got[:n], x) or close(got, right), "not-zeros", got[n:], right[n:])
        expect(got, right, inputs={"x": x})
        shards = learner.shards(placed)
        starts = {shard.index[0].start or 0 for shard in shards}
        shapes = {shard.shape for shard in shards}
        need(len({shard.device for shard in shards}) == 8 and len(starts) == 8
             and shapes == {(total // 8, columns)}, "not-spread",
             f"{len(shards)} devices, shards of shape {', '.join(map(str, sorted(shapes)))}",
             f"8 devices, shards of shape {(total // 8, columns)}")
