# %% starter
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def gram(x):
    x = jax.device_put(x, rows)
    return x.T @ x


show(gram(jnp.ones((16, 3))))

# %% solution: out_sharding
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))
whole = NamedSharding(mesh, P())


def gram(x):
    x = jax.device_put(x, rows)
    return jnp.matmul(x.T, x, out_sharding=whole)

# %% solution: einsum, with the mesh set
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
jax.set_mesh(mesh)


def gram(x):
    x = jax.device_put(x, P("data"))
    return jnp.einsum("ni,nj->ij", x, x, out_sharding=P())

# %% solution: gathered first
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def gram(x):
    x = jax.device_put(x, rows)
    x = jax.reshard(x, NamedSharding(mesh, P()))
    return x.T @ x

# %% solution: Auto
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("data",), axis_types=(AxisType.Auto,)
)
rows = NamedSharding(mesh, P("data"))
whole = NamedSharding(mesh, P())


def gram(x):
    x = jax.device_put(x, rows)
    return jax.device_put(x.T @ x, whole)

# %% solution: a sum of outer products
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def gram(x):
    x = jax.device_put(x, rows)
    return jax.vmap(jnp.outer)(x, x).sum(0)

# %% wrong: still-ambiguous
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def gram(x):
    x = jax.device_put(x, rows)
    return jnp.matmul(x.T, x)

# %% wrong: still-ambiguous
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))
whole = NamedSharding(mesh, P())


def gram(x):
    x = jax.device_put(x, rows)
    return jax.device_put(x.T @ x, whole)

# %% wrong: no-mesh
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def gram(x):
    x = jax.device_put(x, rows)
    return jnp.matmul(x.T, x, out_sharding=P())

# %% wrong: still-cut
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))
columns = NamedSharding(mesh, P(None, "data"))


def gram(x):
    x = jax.device_put(x, columns)
    whole = jax.device_put(x, NamedSharding(mesh, P()))
    return whole.T @ x

# %% wrong: still-cut
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))


def gram(x):
    x = jax.device_put(x, rows)
    return jnp.matmul(x.T, x, out_sharding=rows)

# %% wrong: one-device
def gram(x):
    return x.T @ x

# %% wrong: one-shard-only
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))
whole = NamedSharding(mesh, P())


def gram(x):
    x = jax.device_put(x, rows)
    x = x.addressable_shards[0].data
    return jax.device_put(x.T @ x, whole)

# %% wrong: wrong-shape
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))
whole = NamedSharding(mesh, P())


def gram(x):
    x = jax.device_put(x, rows)
    return jnp.matmul(x, x.T, out_sharding=whole)

# %% check
from tutor.checking import expect, need, on_error

errors = [
    on_error("ShardingTypeError", r"", "still-ambiguous"),
    on_error("ValueError", r"Using PartitionSpec", "no-mesh"),
    on_error("AttributeError", r"addressable_shards", "one-device"),
]


def check(learner, reference, rng):
    # Columns that divide by eight first: a cut result is then told as such.
    for rows, columns in ((16, 8), (24, 3), (8, 1), (40, 5)):
        x = rng.normal(rows, columns)
        placed = learner.keep(learner.gram, x)
        part = x[: rows // 8]
        right = x.T @ x
        expect(learner.value(placed), right, tol=1e-3, inputs={"x": x},
               mistakes={"one-shard-only": part.T @ part})
        shards = learner.shards(placed)
        held = {shard.shape for shard in shards}
        told = f"{len(shards)} devices, shards of shape {', '.join(map(str, sorted(held)))}"
        wanted = f"8 devices, shards of shape {right.shape}"
        need(len({shard.device for shard in shards}) == 8, "one-device", told, wanted)
        need(held == {right.shape}, "still-cut", told, wanted)
