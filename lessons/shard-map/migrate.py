# %% compare: left
def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


def update(w, X, Y):
    g = jax.grad(loss)(w, X, Y)
    g = jax.lax.pmean(g, "i")
    return w - 0.1 * g


step = jax.pmap(
    update,
    axis_name="i",
    in_axes=(None, 0, 0),
)
X = jnp.ones((16, 2)).reshape(8, 2, 2)
Y = jnp.ones(16).reshape(8, 2)
w = step(jnp.zeros(2), X, Y)[0]
print(w)

# %% compare: right
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("d",), axis_types=(AxisType.Auto,)
)
rows = NamedSharding(mesh, P("d"))


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


@jax.jit
def step(w, X, Y):
    g = jax.grad(loss)(w, X, Y)
    return w - 0.1 * g


X = jax.device_put(jnp.ones((16, 2)), rows)
Y = jax.device_put(jnp.ones(16), rows)
w = step(jnp.zeros(2), X, Y)
print(w)
