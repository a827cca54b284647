# %% start
from jax.sharding import AxisType, PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)

# %% right: pmean loss inside
def local(w, X, Y):
    return jax.grad(lambda w: jax.lax.pmean(loss(w, X, Y), "d"))(w)

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% right: divide
def local(w, X, Y):
    return jax.grad(loss)(w, X, Y) / 8

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% right: pvary
def local(w, X, Y):
    w = jax.lax.pcast(w, "d", to="varying")
    return jax.lax.pmean(jax.grad(loss)(w, X, Y), "d")

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% right: axis size
def local(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    return grad / jax.lax.axis_size("d")

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% right: grad outside
def local(w, X, Y):
    return jax.lax.pmean(loss(w, X, Y), "d")
total = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())
g = jax.grad(total)

# %% right: check_vma off
def local(w, X, Y):
    return jax.lax.pmean(jax.grad(loss)(w, X, Y), "d")
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P(), check_vma=False)

# %% right: by hand
def local(w, X, Y):
    """Formula."""
    r = X @ w - Y
    return jax.lax.psum(2 * X.T @ r, "d") / (8 * Y.size)

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% right: value scaled
def local(w, X, Y):
    def part(w):
        return loss(w, X, Y) / 8
    return jax.grad(part)(w)
g = jax.jit(jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P()))

# %% right: no shard_map
g = jax.grad(loss)

# %% wrong: given
def local(w, X, Y):
    grad = jax.grad(loss)(w, X, Y)
    return jax.lax.pmean(grad, "d")

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: no pmean
def local(w, X, Y):
    return jax.grad(loss)(w, X, Y)

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: psum
def local(w, X, Y):
    return jax.lax.psum(jax.grad(loss)(w, X, Y), "d")

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: divide 64
def local(w, X, Y):
    return jax.lax.pmean(jax.grad(loss)(w, X, Y) / 64, "d")

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: div by rows
def local(w, X, Y):
    return jax.grad(loss)(w, X, Y) / len(Y)

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: psum loss
def local(w, X, Y):
    return jax.grad(lambda w: jax.lax.psum(loss(w, X, Y), "d"))(w)

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: 16
def local(w, X, Y):
    return jax.grad(loss)(w, X, Y) / 16

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: check off no pmean
def local(w, X, Y):
    return jax.grad(loss)(w, X, Y)
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P(), check_vma=False)

# %% wrong: check off, /8
def local(w, X, Y):
    return jax.grad(loss)(w, X, Y) / 8
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P(), check_vma=False)

# %% wrong: varying, no pmean
def local(w, X, Y):
    w = jax.lax.pcast(w, "d", to="varying")
    return jax.grad(loss)(w, X, Y)

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: varying psum
def local(w, X, Y):
    w = jax.lax.pcast(w, "d", to="varying")
    return jax.lax.psum(jax.grad(loss)(w, X, Y), "d")

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: sum loss
def loss2(w, X, Y):
    return jnp.sum((X @ w - Y) ** 2)
def local(w, X, Y):
    return jax.grad(loss2)(w, X, Y)

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: out_specs d
def local(w, X, Y):
    return jax.grad(loss)(w, X, Y)
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P("d"))

# %% wrong: argnums 1
def local(w, X, Y):
    return jax.grad(loss, argnums=1)(w, X, Y)
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P("d"))

# %% wrong: loss value
def local(w, X, Y):
    return jax.lax.pmean(loss(w, X, Y), "d")

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())

# %% wrong: const
def local(w, X, Y):
    return jax.lax.pmean(jnp.zeros_like(w) + 0 * X.sum(), "d")

g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d"), P("d")), out_specs=P())
