# %% start
from flax import nnx
import optax
from functools import partial

model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
x = jax.random.normal(jax.random.key(0), (32, 2))
y = x @ jnp.array([[1.0], [-1.0]]) + 0.5


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)

# %% right: lambda of model
@nnx.jit
def step(model, opt, x, y):
    value, grads = nnx.value_and_grad(lambda m: loss(m, x, y))(model)
    opt.update(model, grads)
    return value

# %% right: jit after, grad and loss apart
def _step(m, o, a, b):
    l = loss(m, a, b)
    o.update(m, nnx.grad(loss)(m, a, b))
    return l
step = nnx.jit(_step)

# %% right: split/merge with jax.jit
def step(model, opt, x, y):
    graph, state = nnx.split((model, opt))
    l, state = inner(graph, state, x, y)
    nnx.update((model, opt), state)
    return l
@partial(jax.jit, static_argnums=0)
def inner(graph, state, x, y):
    m, o = nnx.merge(graph, state)
    l, g = nnx.value_and_grad(loss)(m, x, y)
    o.update(m, g)
    return l, nnx.state((m, o))

# %% right: DiffState, has_aux
@nnx.jit
def step(model, opt, x, y):
    def f(m):
        p = m(x)
        return ((p - y) ** 2).mean(), p
    (l, _), g = nnx.value_and_grad(f, argnums=nnx.DiffState(0, nnx.Param), has_aux=True)(model)
    opt.update(model=model, grads=g)
    return l

# %% right: wrapper around jitted
@nnx.jit
def _go(model, opt, x, y):
    l, g = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, g)
    return l
def step(model, opt, x, y):
    l = _go(model, opt, x, y)
    return l

# %% right: nnx.jit with donate? static none, partial
@partial(nnx.jit)
def step(model: nnx.Module, opt: nnx.Optimizer, x, y) -> jax.Array:
    g = nnx.grad(loss)
    before = loss(model, x, y)
    opt.update(model, g(model, x, y))
    return before

# %% wrong: jax.jit
@jax.jit
def step(model, opt, x, y):
    l, g = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, g)
    return l

# %% wrong: returns grads too
@nnx.jit
def step(model, opt, x, y):
    l, g = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, g)
    return l, g

# %% wrong: no return
@nnx.jit
def step(model, opt, x, y):
    l, g = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, g)

# %% wrong: args swapped
@nnx.jit
def step(model, opt, x, y):
    l, g = nnx.value_and_grad(loss)(model, x, y)
    opt.update(g, model)
    return l
step(model, opt, x, y)

# %% wrong: old API update(grads)
@nnx.jit
def step(model, opt, x, y):
    l, g = nnx.value_and_grad(loss)(model, x, y)
    opt.update(g)
    return l
step(model, opt, x, y)

# %% wrong: plain sgd
@nnx.jit
def step(model, opt, x, y):
    l, g = nnx.value_and_grad(loss)(model, x, y)
    p = nnx.state(model, nnx.Param)
    nnx.update(model, jax.tree.map(lambda a, b: a - 0.1 * b, p, g))
    return l

# %% wrong: grads only wrt kernel
@nnx.jit
def step(model, opt, x, y):
    l, g = nnx.value_and_grad(loss)(model, x, y)
    g["bias"] = jax.tree.map(jnp.zeros_like, g["bias"])
    opt.update(model, g)
    return l

# %% wrong: global model and opt
@nnx.jit
def _s(m, o, a, b):
    l, g = nnx.value_and_grad(loss)(m, a, b)
    o.update(m, g)
    return l
def step(m, o, a, b):
    return _s(model, opt, x, y)

# %% wrong: global opt
@nnx.jit
def _s(m, o, a, b):
    l, g = nnx.value_and_grad(loss)(m, a, b)
    o.update(m, g)
    return l
def step(m, o, a, b):
    return _s(m, opt, a, b)

# %% wrong: new optimizer inside
@nnx.jit
def step(model, opt, x, y):
    o = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
    l, g = nnx.value_and_grad(loss)(model, x, y)
    o.update(model, g)
    return l
