# %% starter
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))


def place(x):
    return jax.device_put(x, NamedSharding(mesh, ...))


x = place(jnp.ones((8, 6, 4)))
print(x.addressable_shards[0].data.shape)

# %% solution: three entries
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))


def place(x):
    spec = P("data", None, "model")
    return jax.device_put(x, NamedSharding(mesh, spec))

# %% solution: a mesh by hand
from jax.sharding import Mesh, NamedSharding, PartitionSpec

devices = np.array(jax.devices()).reshape(4, 2)
mesh = Mesh(devices, ("data", "model"))
layout = NamedSharding(
    mesh, PartitionSpec("data", None, ("model",))
)


def place(batch):
    return jax.device_put(batch, layout)

# %% solution: one axis after the other
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))
jax.set_mesh(mesh)


def place(x):
    x = jax.device_put(x, P("data"))
    return jax.reshard(x, P("data", None, "model"))

# %% wrong: time-cut
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))


def place(x):
    spec = P("data", "model")
    return jax.device_put(x, NamedSharding(mesh, spec))

# %% wrong: names-swapped
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))


def place(x):
    spec = P("model", None, "data")
    return jax.device_put(x, NamedSharding(mesh, spec))

# %% wrong: features-whole
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))


def place(x):
    return jax.device_put(x, NamedSharding(mesh, P("data")))

# %% wrong: batch-whole
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))


def place(x):
    spec = P(None, None, "model")
    return jax.device_put(x, NamedSharding(mesh, spec))

# %% wrong: all-on-one-axis
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))


def place(x):
    spec = P(("data", "model"))
    return jax.device_put(x, NamedSharding(mesh, spec))

# %% wrong: not-cut
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))


def place(x):
    return jax.device_put(x, NamedSharding(mesh, P()))

# %% wrong: clinic/sharding-spec
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))


def place(x):
    spec = P("batch", "time", "features")
    return jax.device_put(x, NamedSharding(mesh, spec))

# %% wrong: wrong-shape
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))


def place(x):
    x = x.transpose(0, 2, 1)
    spec = P("data", "model")
    return jax.device_put(x, NamedSharding(mesh, spec))

# %% check
from tutor.checking import expect, need, on_error

errors = [on_error("AttributeError", r"addressable_shards", "not-cut")]

NAMED = {
    (1, 1, 1): "not-cut", (4, 2, 1): "time-cut", (2, 1, 4): "names-swapped",
    (4, 1, 1): "features-whole", (1, 1, 2): "batch-whole",
    (8, 1, 1): "all-on-one-axis", (1, 1, 8): "all-on-one-axis",
}


def check(learner, reference, rng):
    for sizes in ((16, 6, 8), (8, 8, 24), (40, 2, 16)):
        x = rng.normal(*sizes)
        placed = learner.keep(learner.place, x)
        expect(learner.value(placed), x, inputs={"x": x})
        shards = learner.shards(placed)
        need(len({shard.device for shard in shards}) == 8, "not-cut",
             f"{len(shards)} devices", "8 devices")
        held = shards[0].shape
        cuts = tuple(n // m for n, m in zip(sizes, held, strict=True))
        wanted = (sizes[0] // 4, sizes[1], sizes[2] // 2)
        need(cuts == (4, 1, 2), NAMED.get(cuts, "wrong-value"), held, wanted)
        corners = {tuple(part.start or 0 for part in shard.index) for shard in shards}
        need(len(corners) == 8, "wrong-value", f"{len(corners)} different blocks", "8")
