# %% start
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


# %% right: the moves in one line each
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    updates, state = opt.update(g, state, p)
    return optax.apply_updates(p, updates), state

# %% right: value_and_grad, the sum by hand, without params
@jax.jit
def step(p, state, x, y):
    _, g = jax.value_and_grad(loss)(p, x, y)
    change, new_state = opt.update(g, state)
    return jax.tree.map(lambda a, b: a + b, p, change), new_state

# %% right: a class around the optimizer
class Trainer:
    def __init__(self, opt, loss):
        self.opt, self.slope = opt, jax.grad(loss)

    def step(self, p, state, x, y):
        updates, state = self.opt.update(updates=self.slope(p, x, y), state=state, params=p)
        return optax.apply_updates(params=p, updates=updates), state


step = jax.jit(Trainer(opt, loss).step)

# %% right: names of their own, gradient of a closure
from optax import apply_updates as add


def one_step(params, opt_state, inputs, targets):
    gradient = jax.grad(lambda q: loss(q, inputs, targets))(params)
    move, opt_state = opt.update(gradient, opt_state, params)
    print("tracing")
    return add(params, move), opt_state


step = jax.jit(one_step)

# %% right: the gradient for each example, averaged
@jax.jit
def step(p, state, x, y):
    def one(p, x, y):
        return (x @ p["w"] + p["b"] - y) ** 2

    each = jax.vmap(jax.grad(one), in_axes=(None, 0, 0))(p, x, y)
    g = jax.tree.map(lambda a: a.mean(axis=0), each)
    updates, state = opt.update(g, state, p)
    return optax.apply_updates(p, updates), state
