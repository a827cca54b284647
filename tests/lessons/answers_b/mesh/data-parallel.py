# %% start
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P
mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
rows = NamedSharding(mesh, P("data"))
@jax.jit
@jax.grad
def g(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)

# %% right: w untouched
def place(w, X, Y):
    return (w, *jax.device_put((X, Y), rows))

# %% right: lambda, map
cut = lambda a: jax.device_put(a, rows)
place = lambda w, X, Y: (jax.device_put(w, NamedSharding(mesh, P())), cut(X), cut(Y))

# %% right: tree map with specs
def place(*args):
    specs = (P(), P("data", None), P("data"))
    return jax.tree.map(lambda a, s: jax.device_put(a, NamedSharding(mesh, s)), args, specs)

# %% right: list of three unpacked then tuple
def place(w, X, Y):
    out = [w]
    for a in (X, Y):
        out.append(jax.device_put(a, rows))
    return tuple(out)

# %% right: explicit mesh of its own
m = jax.sharding.Mesh(jax.devices(), "d")
def place(w, X, Y):
    s = NamedSharding(m, P("d"))
    return jax.device_put(w, NamedSharding(m, P())), jax.device_put(X, s), jax.device_put(Y, s)

# %% right: list returned
def place(w, X, Y):
    X, Y = jax.device_put([X, Y], rows)
    return [w, X, Y]

# %% wrong: P(None) for X
def place(w, X, Y):
    return w, jax.device_put(X, NamedSharding(mesh, P(None))), jax.device_put(Y, rows)

# %% wrong: X columns
def place(w, X, Y):
    return w, jax.device_put(X, NamedSharding(mesh, P(None, "data"))), jax.device_put(Y, rows)

# %% wrong: device_put without sharding
def place(w, X, Y):
    return jax.device_put((w, X, Y))

# %% wrong: on first device
def place(w, X, Y):
    return jax.device_put((w, X, Y), jax.devices()[0])

# %% wrong: X twice
def place(w, X, Y):
    X = jax.device_put(X, rows)
    return w, X, X

# %% wrong: P given instead of sharding
def place(w, X, Y):
    X, Y = jax.device_put((X, Y), P("data"))
    return w, X, Y
print(g(*place(jnp.ones(3), jnp.ones((16, 3)), jnp.ones(16))))

# %% wrong: returns gradient
def place(w, X, Y):
    X, Y = jax.device_put((X, Y), rows)
    return g(w, X, Y)

# %% wrong: nested
def place(w, X, Y):
    return w, jax.device_put((X, Y), rows)

# %% wrong: normalizes X too
def place(w, X, Y):
    X, Y = jax.device_put((X / 2, Y), rows)
    return w, X, Y

# %% wrong: mesh of 4
def place(w, X, Y):
    m = jax.sharding.Mesh(np.array(jax.devices()[:4]), ("data",))
    X, Y = jax.device_put((X, Y), NamedSharding(m, P("data")))
    return w, X, Y
