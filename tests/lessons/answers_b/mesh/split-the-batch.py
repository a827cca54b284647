# %% start
from jax.sharding import NamedSharding, PartitionSpec as P
from functools import partial

mesh = jax.make_mesh((8,), ("data",))

# %% right: name from the mesh
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P(mesh.axis_names[0])))

# %% right: lambda, None spelled out
rows = NamedSharding(mesh, P("data", None))
spread = lambda batch: jax.device_put(batch, device=rows)

# %% right: jit out_shardings
spread = jax.jit(lambda x: x, out_shardings=NamedSharding(mesh, P("data")))

# %% right: reshard
def spread(x):
    return jax.reshard(x, NamedSharding(mesh, P("data", None)))

# %% right: single device arrays assembled
def spread(x):
    parts = [jax.device_put(p, d) for p, d in zip(np.split(np.asarray(x), 8), jax.devices())]
    return jax.make_array_from_single_device_arrays(x.shape, NamedSharding(mesh, P("data")), parts)

# %% right: callback
def spread(x: jax.Array) -> jax.Array:
    x = np.asarray(x)
    return jax.make_array_from_callback(x.shape, NamedSharding(mesh, P("data")), lambda i: x[i])

# %% wrong: empty spec
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P()))

# %% wrong: ellipsis left in P
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P(...)))
spread(jnp.arange(32.0).reshape(16, 2))

# %% wrong: columns
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P(None, "data")))
spread(jnp.arange(32.0).reshape(16, 2))

# %% wrong: name without quotes
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P(data)))
spread(jnp.arange(32.0).reshape(16, 2))

# %% wrong: bare string
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, "data"))
spread(jnp.arange(32.0).reshape(16, 2))

# %% wrong: two names
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P("data", "data")))
spread(jnp.arange(32.0).reshape(16, 2))

# %% wrong: three entries
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P("data", None, None)))
spread(jnp.arange(32.0).reshape(16, 2))

# %% wrong: wrong name rows
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P("rows")))
spread(jnp.arange(32.0).reshape(16, 2))

# %% wrong: spec number
def spread(x):
    return jax.device_put(x, NamedSharding(mesh, P(8)))
spread(jnp.arange(32.0).reshape(16, 2))

# %% wrong: split into list
def spread(x):
    return jnp.split(x, 8)
