# %% starter
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def update(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    grad = jax.lax.pmean(grad, "i")
    return w - 0.1 * grad


step = jax.pmap(
    update, axis_name="i", in_axes=(None, 0, 0)
)
X, Y = jnp.ones((8, 2, 3)), jnp.ones((8, 2))
print(step(jnp.zeros(3), X, Y))

# %% solution: jit
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


@jax.jit
def step(w, X, Y):
    return w - 0.1 * jax.grad(loss)(w, X, Y)

# %% solution: shard_map
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def update(w, X, Y):
    def whole(w):
        return jax.lax.pmean(loss(w, X, Y), "d")

    return w - 0.1 * jax.grad(whole)(w)


step = jax.jit(
    jax.shard_map(
        update,
        mesh=mesh,
        in_specs=(P(), P("d"), P("d")),
        out_specs=P(),
    )
)

# %% solution: shard_map without the tracking
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


@jax.jit
@jax.shard_map(
    mesh=mesh, in_specs=(P(), P("d"), P("d")),
    out_specs=P(), check_vma=False,
)
def step(w, X, Y):
    grad = jax.lax.pmean(jax.grad(loss)(w, X, Y), "d")
    return w - 0.1 * grad

# %% solution: Optax
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


import optax

sgd = optax.sgd(0.1)


@jax.jit
def step(w, X, Y):
    grads = jax.grad(loss)(w, X, Y)
    updates, _ = sgd.update(grads, sgd.init(w))
    return optax.apply_updates(w, updates)

# %% solution: eager
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def step(w, X, Y):
    return w - 0.1 * jax.grad(loss)(w, X, Y)

# %% wrong: eight-times
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def update(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    grad = jax.lax.pmean(grad, "d")
    return w - 0.1 * grad


step = jax.shard_map(
    update,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
)

# %% wrong: still-pmap
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def update(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    grad = jax.lax.pmean(grad, "i")
    return w - 0.1 * grad


step = jax.pmap(
    update, axis_name="i", in_axes=(None, 0, 0)
)

# %% wrong: one-device-only
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def update(w, X, Y):
    return w - 0.1 * jax.grad(loss)(w, X, Y)


step = jax.shard_map(
    update,
    mesh=mesh,
    in_specs=(P(), P("d"), P("d")),
    out_specs=P(),
    check_vma=False,
)

# %% wrong: clinic/unbound-axis-name
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


@jax.jit
def step(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    grad = jax.lax.pmean(grad, "i")
    return w - 0.1 * grad

# %% wrong: device-axis-kept
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def update(w, X, Y):
    return w - 0.1 * jax.grad(loss)(w, X[0], Y[0])


X, Y = jnp.ones((8, 2, 3)), jnp.ones((8, 2))
step = jax.jit(jax.vmap(update, in_axes=(None, 0, 0)))

# %% wrong: uphill
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


@jax.jit
def step(w, X, Y):
    return w + 0.1 * jax.grad(loss)(w, X, Y)

# %% wrong: gradient-returned
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


@jax.jit
def step(w, X, Y):
    return jax.grad(loss)(w, X, Y)

# %% probe
import jax
from jax.sharding import AxisType, NamedSharding, PartitionSpec


def cut(w, X, Y):
    """One step on a batch that lies on eight devices."""
    mesh = jax.make_mesh((8,), ("d",), axis_types=(AxisType.Auto,))
    X, Y = jax.device_put((X, Y), NamedSharding(mesh, PartitionSpec("d")))
    return learner.step(w, X, Y)

# %% check
from tutor.checking import expect, on_error

errors = [
    on_error("ValueError", r"pmap|squeeze out|_internal_pmap_axis_name", "still-pmap"),
    on_error("IndivisibleError", r"", "still-pmap"),
    on_error("IndexError", r"Too many indices", "device-axis-kept"),
]


def check(learner, reference, rng):
    for rows, columns in ((32, 3), (8, 5), (40, 1)):
        w, X, Y = rng.normal(columns), rng.normal(rows, columns), rng.normal(rows)
        wrong_by = X @ w - Y
        grad = 2 * X.T @ wrong_by / rows
        n = rows // 8
        first = 2 * X[:n].T @ wrong_by[:n] / n
        got = learner.probe("cut", w, X, Y)
        expect(got, w - 0.1 * grad, tol=1e-3, inputs={"w": w, "X": X, "Y": Y}, mistakes={
            "eight-times": w - 0.8 * grad,
            "one-device-only": w - 0.1 * first,
            "uphill": w + 0.1 * grad,
            "gradient-returned": grad,
        })
