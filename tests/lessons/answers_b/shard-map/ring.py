# %% start
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)

# %% right: comp
pairs = [(i, (i + 1) % 8) for i in range(8)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% right: literal
pairs = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 0)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% right: receiver first
pairs = [((i - 1) % 8, i) for i in range(8)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% right: tuple zip
pairs = tuple(zip(range(8), [*range(1, 8), 0]))

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% right: lists
pairs = [[i, i + 1] for i in range(7)] + [[7, 0]]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% right: loop
n = mesh.size
pairs = []
for here in range(n):
    there = here + 1 if here < n - 1 else 0
    pairs.append((here, there))

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% right: roll
pairs = [(int(a), int(b)) for a, b in zip(np.arange(8), np.roll(np.arange(8), -1))]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% right: list of zip
pairs = list(zip(range(8), (1, 2, 3, 4, 5, 6, 7, 0)))

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: back
pairs = [(i, (i - 1) % 8) for i in range(8)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: no wrap
pairs = [(i, i + 1) for i in range(7)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: i+1 to 8
pairs = [(i, i + 1) for i in range(8)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: two
pairs = [(i, (i + 2) % 8) for i in range(8)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: identity
pairs = [(i, i) for i in range(8)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: swap tuple order
pairs = [((i + 1) % 8, i) for i in range(8)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: 4 devices
pairs = [(i, (i + 1) % 4) for i in range(4)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: all to zero
pairs = [(i, 0) for i in range(8)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: flat list
pairs = [1, 2, 3, 4, 5, 6, 7, 0]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: mirror
pairs = [(i, 7 - i) for i in range(8)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: only last
pairs = [(7, 0)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: pairwise exchange
pairs = [(i, i ^ 1) for i in range(8)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: 7 devices mod 7
pairs = [(i, (i + 1) % 7) for i in range(7)]

def f(x):
    return jax.lax.ppermute(x, "d", pairs)

ring = jax.shard_map(f, mesh=mesh, in_specs=P("d"), out_specs=P("d"))

# %% wrong: unused pairs, roll elements
pairs = []
def f(x):
    return x
ring = lambda x: jnp.roll(x, 2)
