# %% start
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)

# %% right: pmean loss
def update(w, X, Y):
    grad = jax.grad(lambda w: jax.lax.pmean(loss(w, X, Y), "d"))(w)
    return w - 0.1 * grad

step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% right: /8
def update(w, X, Y):
    return w - 0.1 * jax.grad(loss)(w, X, Y) / 8

step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% right: jit only
@jax.jit
def step(w, X, Y):
    return w - 0.1 * jax.grad(loss)(w, X, Y)

# %% right: varying
def update(w, X, Y):
    v = jax.lax.pcast(w, "d", to="varying")
    grad = jax.grad(loss)(v, X, Y)
    grad = jax.lax.pmean(grad, "d")
    return w - 0.1 * grad

step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% right: check off jit
def update(w, X, Y):
    """As with pmap."""
    grad = jax.lax.pmean(jax.grad(loss)(w, X, Y), "d")
    return w - 0.1 * grad
step = jax.jit(jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P(), check_vma=False))

# %% right: decorator partial
from functools import partial
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("d", None), P("d")), out_specs=P(None))
def step(w, X, Y):
    g = jax.grad(loss)(w, X, Y)
    return w - 0.1 / jax.lax.axis_size("d") * g

# %% right: grad outside
mean_loss = jax.shard_map(lambda w, X, Y: jax.lax.pmean(loss(w, X, Y), "d"), mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())
def step(w, X, Y):
    return w - 0.1 * jax.grad(mean_loss)(w, X, Y)

# %% right: renamed args
def update(params, inputs, targets):
    def global_loss(p):
        return jax.lax.pmean(loss(p, inputs, targets), axis_name="d")
    value, grad = jax.value_and_grad(global_loss)(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grad)

step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: pmean of grads
def update(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    grad = jax.lax.pmean(grad, "d")
    return w - 0.1 * grad

step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: no pmean
def update(w, X, Y):
    return w - 0.1 * jax.grad(loss)(w, X, Y)

step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: plus
def update(w, X, Y):
    return w + 0.1 * jax.grad(loss)(w, X, Y) / 8

step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: pmap still
def update(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    grad = jax.lax.pmean(grad, "i")
    return w - 0.1 * grad
step = jax.pmap(update, axis_name="i", in_axes=(None, 0, 0))

# %% wrong: pmap reshaped inside
def update(w, X, Y):
    grad = jax.lax.pmean(jax.grad(loss)(w, X, Y), "i")
    return w - 0.1 * grad
pm = jax.pmap(update, axis_name="i", in_axes=(None, 0, 0))
def step(w, X, Y):
    return pm(w, X.reshape(8, -1, X.shape[1]), Y.reshape(8, -1))

# %% wrong: check off no pmean
def update(w, X, Y):
    return w - 0.1 * jax.grad(loss)(w, X, Y)
step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P(), check_vma=False)

# %% wrong: rate 0.01
def update(w, X, Y):
    return w - 0.01 * jax.grad(loss)(w, X, Y) / 8

step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: old name
def update(w, X, Y):
    grad = jax.grad(lambda w: jax.lax.pmean(loss(w, X, Y), "i"))(w)
    return w - 0.1 * grad

step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: out d
def update(w, X, Y):
    return w - 0.1 * jax.grad(loss)(w, X, Y) / 8
step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P("d"))

# %% wrong: returns grad
def update(w, X, Y):
    return jax.grad(loss)(w, X, Y) / 8

step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: w cut
def update(w, X, Y):
    return w - 0.1 * jax.grad(loss)(w, X, Y) / 8
step = jax.shard_map(update, mesh=mesh, in_specs=(P("d"), P("d"), P("d")), out_specs=P("d"))

# %% wrong: two rows each
def update(w, X, Y):
    return w - 0.1 * jax.grad(loss)(w, X[:2], Y[:2]) / 8

step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: psum loss
def update(w, X, Y):
    grad = jax.grad(lambda w: jax.lax.psum(loss(w, X, Y), "d"))(w)
    return w - 0.1 * grad

step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: mean of updated, first device
def update(w, X, Y):
    new = w - 0.1 * jax.grad(loss)(w, X, Y)
    return jax.lax.pmean(new, "d")

step = jax.shard_map(update, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())
