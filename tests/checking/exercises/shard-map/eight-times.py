# %% starter
from jax.sharding import AxisType, PartitionSpec as P
mesh = jax.make_mesh((8,), ("d",),
                     axis_types=(AxisType.Auto,))
loss = lambda w, x: jnp.mean((w * x) ** 2)
def local(w, x):
    return ...
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d")),
                  out_specs=P())
# %% solution
from jax.sharding import AxisType, PartitionSpec as P
mesh = jax.make_mesh((8,), ("d",),
                     axis_types=(AxisType.Auto,))
loss = lambda w, x: jnp.mean((w * x) ** 2)
def local(w, x):
    return jax.grad(lambda v: jax.lax.pmean(loss(v, x), "d"))(w)
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d")),
                  out_specs=P())
# %% solution: plan 2
from jax.sharding import AxisType, PartitionSpec as P
mesh = jax.make_mesh((8,), ("d",),
                     axis_types=(AxisType.Auto,))
loss = lambda w, x: jnp.mean((w * x) ** 2)
def local(w, x):
    return jax.grad(loss)(w, x) / 8
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d")),
                  out_specs=P())
# %% solution: plan 3
from jax.sharding import AxisType, PartitionSpec as P
mesh = jax.make_mesh((8,), ("d",),
                     axis_types=(AxisType.Auto,))
loss = lambda w, x: jnp.mean((w * x) ** 2)
def local(w, x):
    return jax.lax.pmean(
        jax.grad(loss)(jax.lax.pcast(w, "d", to="varying"), x),
        "d")
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d")),
                  out_specs=P())
# %% wrong: reduced-twice
from jax.sharding import AxisType, PartitionSpec as P
mesh = jax.make_mesh((8,), ("d",),
                     axis_types=(AxisType.Auto,))
loss = lambda w, x: jnp.mean((w * x) ** 2)
def local(w, x):
    return jax.lax.pmean(jax.grad(loss)(w, x), "d")
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d")),
                  out_specs=P())
# %% wrong: reduced-twice
from jax.sharding import AxisType, PartitionSpec as P
mesh = jax.make_mesh((8,), ("d",),
                     axis_types=(AxisType.Auto,))
loss = lambda w, x: jnp.mean((w * x) ** 2)
def local(w, x):
    return jax.grad(loss)(w, x)
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d")),
                  out_specs=P())
# %% wrong: summed
from jax.sharding import AxisType, PartitionSpec as P
mesh = jax.make_mesh((8,), ("d",),
                     axis_types=(AxisType.Auto,))
loss = lambda w, x: jnp.mean((w * x) ** 2)
def local(w, x):
    return jax.lax.psum(jax.grad(loss)(w, x), "d")
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d")),
                  out_specs=P())
# %% solution: psum of the loss
from jax.sharding import AxisType, PartitionSpec as P
mesh = jax.make_mesh((8,), ("d",),
                     axis_types=(AxisType.Auto,))
loss = lambda w, x: jnp.mean((w * x) ** 2)
def whole_loss(w, x):
    n = jax.lax.axis_size("d")
    return jax.lax.psum(loss(w, x), "d") / n
def local(w, x):
    return jax.grad(whole_loss)(w, x)
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d")),
                  out_specs=P())
# %% solution: no collectives at all
def g(w, x):
    return jax.grad(lambda v: jnp.mean((v * x) ** 2))(w)
# %% wrong: wrong-value
from jax.sharding import AxisType, PartitionSpec as P
mesh = jax.make_mesh((8,), ("d",),
                     axis_types=(AxisType.Auto,))
loss = lambda w, x: jnp.mean((w * x) ** 2)
def local(w, x):
    return jax.grad(loss)(w, x) / x.size
g = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d")),
                  out_specs=P())
# %% check
import jax
import jax.numpy as jnp

from tutor.checking import expect


def check(learner, reference, rng):
    loss = lambda w, x: jnp.mean((w * x) ** 2)
    for size in (16, 8, 40):
        w, x = rng.number(-3, 3), rng.normal(size)
        right = jax.grad(loss)(w, x)
        expect(learner.g(w, x), right, inputs={"w": w, "x": x},
               mistakes={"reduced-twice": 8 * right, "summed": 64 * right})
