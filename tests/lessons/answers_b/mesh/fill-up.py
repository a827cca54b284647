# %% start
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))
rows = NamedSharding(mesh, P("data"))

# %% right: pad mod
def spread(x):
    x = jnp.pad(x, ((0, -len(x) % 8), (0, 0)))
    return jax.device_put(x, rows)

# %% right: concatenate
def spread(x):
    missing = (8 - x.shape[0] % 8) % 8
    x = jnp.concatenate([x, jnp.zeros((missing, *x.shape[1:]), x.dtype)])
    return jax.device_put(x, rows)

# %% right: at set
import math
def spread(x):
    n = math.ceil(len(x) / 8) * 8
    full = jnp.zeros((n,) + x.shape[1:], x.dtype).at[:len(x)].set(x)
    return jax.device_put(full, rows)

# %% right: numpy
def spread(x):
    """With NumPy."""
    a = np.asarray(x)
    extra = -a.shape[0] % mesh.size
    a = np.vstack([a, np.zeros((extra, a.shape[1]), a.dtype)])
    return jax.device_put(a, rows)

# %% right: loop
def spread(x):
    while x.shape[0] % 8:
        x = jnp.append(x, jnp.zeros((1, x.shape[1]), x.dtype), axis=0)
    return jax.device_put(x, rows)

# %% right: resize
def spread(x):
    n, k = x.shape
    total = n + (-n) % 8
    idx = jnp.arange(total)
    x = jnp.where(idx[:, None] < n, x[jnp.minimum(idx, n - 1)], 0)
    return jax.device_put(x, rows)

# %% wrong: always 8 more
def spread(x):
    x = jnp.pad(x, ((0, 8 - len(x) % 8), (0, 0)))
    return jax.device_put(x, rows)

# %% wrong: 6
def spread(x):
    x = jnp.pad(x, ((0, 6), (0, 0)))
    return jax.device_put(x, rows)

# %% wrong: front
def spread(x):
    x = jnp.pad(x, ((-len(x) % 8, 0), (0, 0)))
    return jax.device_put(x, rows)

# %% wrong: columns too
def spread(x):
    x = jnp.pad(x, (0, -len(x) % 8))
    return jax.device_put(x, rows)

# %% wrong: drop
def spread(x):
    x = x[: len(x) // 8 * 8]
    return jax.device_put(x, rows)

# %% wrong: edge
def spread(x):
    x = jnp.pad(x, ((0, -len(x) % 8), (0, 0)), mode="edge")
    return jax.device_put(x, rows)

# %% wrong: ones
def spread(x):
    x = jnp.pad(x, ((0, -len(x) % 8), (0, 0)), constant_values=1.0)
    return jax.device_put(x, rows)

# %% wrong: to 16
def spread(x):
    x = jnp.pad(x, ((0, 16 - len(x)), (0, 0)))
    return jax.device_put(x, rows)

# %% wrong: not spread
def spread(x):
    return jnp.pad(x, ((0, -len(x) % 8), (0, 0)))

# %% wrong: mod
def spread(x):
    x = jnp.pad(x, ((0, len(x) % 8), (0, 0)))
    return jax.device_put(x, rows)

# %% wrong: wrap
def spread(x):
    x = jnp.pad(x, ((0, -len(x) % 8), (0, 0)), mode="wrap")
    return jax.device_put(x, rows)

# %% wrong: next multiple of 16
def spread(x):
    x = jnp.pad(x, ((0, -len(x) % 16), (0, 0)))
    return jax.device_put(x, rows)

# %% wrong: replicated
def spread(x):
    x = jnp.pad(x, ((0, -len(x) % 8), (0, 0)))
    return jax.device_put(x, NamedSharding(mesh, P()))

# %% wrong: two columns
def spread(x):
    x = jnp.concatenate([x, jnp.zeros((-len(x) % 8, 2))])
    return jax.device_put(x, rows)

# %% wrong: interleaved
def spread(x):
    n = len(x); p = -n % 8
    x = jnp.concatenate([x[:1], jnp.zeros((p, x.shape[1])), x[1:]])
    return jax.device_put(x, rows)
