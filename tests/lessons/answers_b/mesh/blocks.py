# %% start
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))

# %% right: P data None model
def place(x):
    return jax.device_put(x, NamedSharding(mesh, P("data", None, "model")))

# %% right: tuple axes
def place(x):
    spec = P(("data",), None, ("model",))
    return jax.device_put(x, NamedSharding(mesh, spec))

# %% right: lambda kw
place = lambda x: jax.device_put(x, device=NamedSharding(mesh=mesh, spec=P("data", None, "model")))

# %% right: jit out_shardings
sharding = NamedSharding(mesh, P("data", None, "model"))
place = jax.jit(lambda x: x, out_shardings=sharding)

# %% right: star
def place(x):
    """Blocks."""
    names = ["data"] + [None] * (x.ndim - 2) + ["model"]
    out = jax.device_put(x, NamedSharding(mesh, P(*names)))
    print(out.sharding)
    return out

# %% right: callback
def place(x):
    s = NamedSharding(mesh, P("data", None, "model"))
    return jax.make_array_from_callback(x.shape, s, lambda i: x[i])

# %% wrong: no None
def place(x):
    return jax.device_put(x, NamedSharding(mesh, P("data", "model")))

# %% wrong: swapped
def place(x):
    return jax.device_put(x, NamedSharding(mesh, P("model", None, "data")))

# %% wrong: data only
def place(x):
    return jax.device_put(x, NamedSharding(mesh, P("data")))

# %% wrong: None data model
def place(x):
    return jax.device_put(x, NamedSharding(mesh, P(None, "data", "model")))

# %% wrong: both on first
def place(x):
    return jax.device_put(x, NamedSharding(mesh, P(("data", "model"))))

# %% wrong: replicated
def place(x):
    return jax.device_put(x, NamedSharding(mesh, P()))

# %% wrong: model only
def place(x):
    return jax.device_put(x, NamedSharding(mesh, P(None, None, "model")))

# %% wrong: no device_put
def place(x):
    return x

# %% wrong: string None
def place(x):
    return jax.device_put(x, NamedSharding(mesh, P("data", "time", "model")))

# %% wrong: other mesh 2x4
def place(x):
    m = jax.make_mesh((2, 4), ("data", "model"))
    return jax.device_put(x, NamedSharding(m, P("data", None, "model")))

# %% wrong: transposed
def place(x):
    return jax.device_put(jnp.swapaxes(x, 1, 2), NamedSharding(mesh, P("data", "model")))

# %% wrong: sliced one shard
def place(x):
    return x[:2, :, :2]

# %% wrong: ones
def place(x):
    return jax.device_put(jnp.ones((8, 6, 4)), NamedSharding(mesh, P("data", None, "model")))
