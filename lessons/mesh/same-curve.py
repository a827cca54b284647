# %% run
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh(
    (8,), ("data",), axis_types=(AxisType.Auto,)
)
rows = NamedSharding(mesh, P("data"))


def loss(w, X, Y):
    return jnp.mean((X @ w - Y) ** 2)


@jax.jit
def step(w, X, Y):
    value, grad = jax.value_and_grad(loss)(w, X, Y)
    return w - 0.1 * grad, value


def train(name, X, Y):
    w = jnp.zeros(8)
    for i in range(40):
        w, value = step(w, X, Y)
        log(i, **{name: value})
    program = step.lower(w, X, Y).compile().as_text()
    return "all-reduce" in program


X = jax.random.normal(jax.random.key(0), (64, 8))
Y = X @ jnp.arange(8.0)
alone = train("one device", X, Y)
X, Y = jax.device_put((X, Y), rows)
print(alone, train("eight devices", X, Y))
