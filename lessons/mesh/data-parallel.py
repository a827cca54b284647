# %% starter
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("data",), axis_types=(AxisType.Auto,)
)
rows = NamedSharding(mesh, P("data"))


@jax.jit
@jax.grad
def g(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def place(w, X, Y):
    ...


w, X, Y = jnp.ones(3), jnp.ones((16, 3)), jnp.ones(16)
print(g(*place(w, X, Y)))

# %% solution: both at once
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("data",), axis_types=(AxisType.Auto,)
)
rows = NamedSharding(mesh, P("data"))
whole = NamedSharding(mesh, P())


@jax.jit
@jax.grad
def g(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def place(w, X, Y):
    X, Y = jax.device_put((X, Y), rows)
    return jax.device_put(w, whole), X, Y

# %% solution: the weights as they are
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("data",), axis_types=(AxisType.Auto,)
)
rows = NamedSharding(mesh, P("data"))


@jax.jit
@jax.grad
def g(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def place(w, X, Y):
    def put(a):
        return jax.device_put(a, rows)

    return w, put(X), put(Y)

# %% solution: one sharding for each
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("data",), axis_types=(AxisType.Auto,)
)


def put(x, *spec):
    return jax.device_put(x, NamedSharding(mesh, P(*spec)))


@jax.jit
def g(w, X, Y):
    return 2 * X.T @ (X @ w - Y) / len(Y)


def place(w, X, Y):
    return [put(w), put(X, "data", None), put(Y, "data")]

# %% wrong: nothing-split
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("data",), axis_types=(AxisType.Auto,)
)


@jax.jit
@jax.grad
def g(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def place(w, X, Y):
    whole = NamedSharding(mesh, P())
    return jax.device_put((w, X, Y), whole)

# %% wrong: nothing-split
@jax.jit
@jax.grad
def g(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def place(w, X, Y):
    return w, X, Y

# %% wrong: labels-forgotten
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("data",), axis_types=(AxisType.Auto,)
)
rows = NamedSharding(mesh, P("data"))


@jax.jit
@jax.grad
def g(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def place(w, X, Y):
    return w, jax.device_put(X, rows), Y

# %% wrong: inputs-forgotten
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("data",), axis_types=(AxisType.Auto,)
)
rows = NamedSharding(mesh, P("data"))


@jax.jit
@jax.grad
def g(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def place(w, X, Y):
    return w, X, jax.device_put(Y, rows)

# %% wrong: weights-split
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("data",), axis_types=(AxisType.Auto,)
)
rows = NamedSharding(mesh, P("data"))


@jax.jit
@jax.grad
def g(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def place(w, X, Y):
    return tuple(jax.device_put([w, X, Y], rows))


w, X, Y = jnp.ones(8), jnp.ones((16, 8)), jnp.ones(16)
print(g(*place(w, X, Y)))

# %% wrong: columns-split
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("data",), axis_types=(AxisType.Auto,)
)
rows = NamedSharding(mesh, P("data"))
columns = NamedSharding(mesh, P(None, "data"))


@jax.jit
@jax.grad
def g(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def place(w, X, Y):
    X = jax.device_put(X, columns)
    return w, X, jax.device_put(Y, rows)

# %% wrong: half-split
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (4, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2
)
rows = NamedSharding(mesh, P("data"))


@jax.jit
@jax.grad
def g(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def place(w, X, Y):
    return w, *jax.device_put((X, Y), rows)

# %% wrong: wrong-order
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("data",), axis_types=(AxisType.Auto,)
)
rows = NamedSharding(mesh, P("data"))


@jax.jit
@jax.grad
def g(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def place(w, X, Y):
    X, Y = jax.device_put((X, Y), rows)
    return X, Y, w

# %% wrong: clinic/device-axis-size
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("data",), axis_types=(AxisType.Auto,)
)
rows = NamedSharding(mesh, P("data"))


@jax.jit
@jax.grad
def g(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def place(w, X, Y):
    return jax.device_put((w, X, Y), rows)


w, X, Y = jnp.ones(3), jnp.ones((16, 3)), jnp.ones(16)
print(g(*place(w, X, Y)))

# %% probe
def layout(*arrays):
    """Of each placed array: how many different pieces there are, and the shape of one."""
    found = []
    for array in learner.place(*arrays):
        shards = array.addressable_shards
        starts = {tuple(part.start or 0 for part in shard.index) for shard in shards}
        found.append((len(starts), shards[0].data.shape))
    return found


def slope(*arrays):
    return learner.g(*learner.place(*arrays))


# %% check
from tutor.checking import expect, need, on_error, shape

errors = [on_error("AttributeError", r"addressable_shards", "nothing-split")]


def check(learner, reference, rng):
    # Widths that divide by eight first, so that cut weights and columns are told as such.
    for rows, columns in ((32, 8), (16, 24), (8, 3), (40, 1)):
        w, X, Y = rng.normal(columns), rng.normal(rows, columns), rng.normal(rows)
        got = learner.place(w, X, Y)
        if isinstance(got, tuple | list) and len(got) == 3:
            shapes = [shape(part) for part in got]
            ordered = [part.shape for part in (w, X, Y)]
            need(shapes == ordered or sorted(map(str, shapes)) != sorted(map(str, ordered)),
                 "wrong-order", shapes, ordered)
            got = tuple(got)
        expect(got, (w, X, Y))
        (_, held_w), (cut_x, held_x), (cut_y, held_y) = learner.probe("layout", w, X, Y)
        need(cut_x > 1 or cut_y > 1, "nothing-split")
        need(held_x != (rows, columns // 8) or cut_x == 1, "columns-split", held_x,
             (rows // 8, columns))
        need(cut_x > 1, "inputs-forgotten", held_x, (rows // 8, columns))
        need(cut_y > 1, "labels-forgotten", held_y, (rows // 8,))
        need(held_w == (columns,), "weights-split", held_w, (columns,))
        need((cut_x, held_x) == (8, (rows // 8, columns)), "half-split", held_x,
             (rows // 8, columns))
        need((cut_y, held_y) == (8, (rows // 8,)), "half-split", held_y, (rows // 8,))
        right = 2 * X.T @ (X @ w - Y) / rows
        expect(learner.probe("slope", w, X, Y), right, "not-the-gradient", tol=1e-3)
