# %% starter
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    return jax.lax.pmean(grad, "d")


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

X = jnp.arange(32.0).reshape(16, 2) / 10
w, Y = jnp.ones(2), jnp.ones(16)
print("here:          ", g(w, X, Y))
print("on one device: ", jax.grad(loss)(w, X, Y))

# %% solution: the loss is reduced
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    def whole(w):
        return jax.lax.pmean(loss(w, X, Y), "d")

    return jax.grad(whole)(w)


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

# %% solution: divided
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    devices = jax.lax.axis_size("d")
    return jax.grad(loss)(w, X, Y) / devices


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

# %% solution: a copy for each device
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    w = jax.lax.pcast(w, "d", to="varying")
    grad = jax.grad(loss)(w, X, Y)
    return jax.lax.pmean(grad, "d")


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

# %% solution: sums
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    def whole(w):
        mine = jnp.sum((X @ w - Y) ** 2)
        errors = jax.lax.psum(mine, "d")
        return errors / jax.lax.psum(len(Y), "d")

    return jax.grad(whole)(w)


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

# %% solution: by hand
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    slope = 2 * X.T @ (X @ w - Y) / len(Y)
    return jax.lax.pmean(slope, "d")


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

# %% solution: without the tracking
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    return jax.lax.pmean(grad, "d")


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
    check_vma=False,
)

# %% wrong: eight-times
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    return jax.lax.pmean(grad, "d")


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

# %% wrong: eight-times
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    return jax.grad(loss)(w, X, Y)


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

# %% wrong: summed-twice
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    return jax.lax.psum(grad, "d")


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

# %% wrong: eight-times
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    def whole(w):
        return jax.lax.psum(loss(w, X, Y), "d")

    return jax.grad(whole)(w)


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

# %% wrong: one-device-only
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    return jax.grad(loss)(w, X, Y)


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
    check_vma=False,
)

# %% wrong: too-small
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    return jax.lax.pmean(grad, "d") / 64


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

# %% wrong: not-the-gradient
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    return jax.lax.pmean(grad, "d") / len(Y)


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

# %% wrong: loss-returned
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def local(w, X, Y):
    return jax.lax.pmean(loss(w, X, Y), "d")


g = jax.shard_map(
    local,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

# %% check
import jax.numpy as jnp

from tutor.checking import expect, shape, unchanged


def check(learner, reference, rng):
    for rows, columns in ((24, 2), (8, 5), (80, 3)):
        w, X, Y = rng.normal(columns), rng.normal(rows, columns), rng.normal(rows)
        errors = X @ w - Y
        right = 2 * X.T @ errors / rows
        n = rows // 8
        first = 2 * X[:n].T @ errors[:n] / n
        got = unchanged(learner.g, w, X, Y)
        expect(got, right, "not-the-gradient", tol=1e-3, inputs={"w": w, "X": X, "Y": Y},
               shape="loss-returned" if shape(got) == () else "wrong-shape",
               mistakes={"eight-times": 8 * right, "summed-twice": 64 * right,
                         "too-small": right / 8, "one-device-only": first,
                         "loss-returned": jnp.mean(errors**2)})
