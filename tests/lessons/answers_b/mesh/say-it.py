# %% start
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))

# %% right: dot out_sharding
def gram(x):
    x = jax.device_put(x, rows)
    return jnp.matmul(x.T, x, out_sharding=NamedSharding(mesh, P()))

# %% right: einsum
def gram(x):
    x = jax.device_put(x, rows)
    return jnp.einsum("ni,nj->ij", x, x, out_sharding=NamedSharding(mesh, P(None, None)))

# %% right: replicate input
def gram(x):
    x = jax.device_put(x, NamedSharding(mesh, P()))
    return x.T @ x

# %% right: jit auto / shard_map
def gram(x):
    x = jax.device_put(x, rows)
    f = jax.shard_map(lambda a: jax.lax.psum(a.T @ a, "data"), mesh=mesh, in_specs=P("data"), out_specs=P())
    return f(x)

# %% right: set_mesh
def gram(x):
    """With set_mesh."""
    with jax.set_mesh(mesh):
        x = jax.device_put(x, rows)
        return jnp.dot(x.T, x, out_sharding=P())

# %% right: reshard after
def gram(x):
    x = jax.device_put(x, rows)
    whole = jax.sharding.reshard(x, NamedSharding(mesh, P()))
    return whole.T @ whole

# %% right: compute then put
def gram(x):
    return jax.device_put(x.T @ x, NamedSharding(mesh, P()))

# %% wrong: given
def gram(x):
    x = jax.device_put(x, rows)
    return x.T @ x

# %% wrong: single device
def gram(x):
    return x.T @ x

# %% wrong: cut result
def gram(x):
    x = jax.device_put(x, rows)
    return jnp.matmul(x.T, x, out_sharding=NamedSharding(mesh, P("data")))

# %% wrong: x @ x.T
def gram(x):
    x = jax.device_put(x, NamedSharding(mesh, P()))
    return x @ x.T

# %% wrong: no psum
def gram(x):
    x = jax.device_put(x, rows)
    f = jax.shard_map(lambda a: a.T @ a, mesh=mesh, in_specs=P("data"), out_specs=P("data"))
    return f(x)

# %% wrong: pmean
def gram(x):
    x = jax.device_put(x, rows)
    f = jax.shard_map(lambda a: jax.lax.pmean(a.T @ a, "data"), mesh=mesh, in_specs=P("data"), out_specs=P())
    return f(x)

# %% wrong: columns 3
def gram(x):
    x = jax.device_put(x, NamedSharding(mesh, P()))
    return (x.T @ x)[:3, :3]

# %% wrong: mean
def gram(x):
    x = jax.device_put(x, NamedSharding(mesh, P()))
    return x.T @ x / len(x)

# %% wrong: numpy
def gram(x):
    return np.asarray(x).T @ np.asarray(x)

# %% wrong: first device
def gram(x):
    return jax.device_put(x.T @ x, jax.devices()[0])

# %% wrong: centred
def gram(x):
    x = x - x.mean(0)
    return jax.device_put(x.T @ x, NamedSharding(mesh, P()))

# %% wrong: P(None, data)
def gram(x):
    x = jax.device_put(x, NamedSharding(mesh, P(None, "data")))
    return x.T @ x

# %% wrong: out sharding on rows of x
def gram(x):
    x = jax.device_put(x, rows)
    return jnp.matmul(x.T, x, out_sharding=rows)

# %% wrong: constant ones
def gram(x):
    return jax.device_put(jnp.full((x.shape[1],) * 2, float(len(x))), NamedSharding(mesh, P()))
