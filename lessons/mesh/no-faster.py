# %% run
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


w = jnp.zeros(8)
X = jax.random.normal(jax.random.key(0), (64, 8))
Y = X @ jnp.arange(8.0)
spread = jax.device_put((X, Y), rows)
shared = jax.device_put(w, whole)
compare(
    **{
        "one device": lambda: g(w, X, Y),
        "eight devices": lambda: g(shared, *spread),
    }
)
