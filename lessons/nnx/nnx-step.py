# %% starter
from flax import nnx
import optax

model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
x = jax.random.normal(jax.random.key(0), (32, 2))
y = x @ jnp.array([[1.0], [-1.0]]) + 0.5


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


def step(model, opt, x, y):
    ...


for i in range(60):
    log(i, loss=step(model, opt, x, y))

# %% solution: decorated
from flax import nnx
import optax


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@nnx.jit
def step(model, opt, x, y):
    l, grads = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, grads)
    return l


model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
x = jax.random.normal(jax.random.key(0), (32, 2))
y = x @ jnp.array([[1.0], [-1.0]]) + 0.5
for i in range(60):
    log(i, loss=step(model, opt, x, y))

# %% solution: jitted below, two passes
from flax import nnx


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


def one_step(m, o, inputs, targets):
    before = loss(m, inputs, targets)
    grads = nnx.grad(loss)(m, inputs, targets)
    o.update(model=m, grads=grads)
    return before


step = nnx.jit(one_step)

# %% solution: an inner function
from flax import nnx


@nnx.jit
def step(net, optimizer, inputs, targets):
    def cost(n):
        return jnp.square(n(inputs) - targets).mean()

    value, grads = nnx.value_and_grad(cost)(net)
    optimizer.update(net, grads)
    return value

# %% solution: split, and plain jit
from flax import nnx


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


def step(model, opt, x, y):
    graph, state = nnx.split((model, opt))
    l, state = inner(graph, state, x, y)
    nnx.update((model, opt), state)
    return l


@jax.jit(static_argnums=0)
def inner(graph, state, x, y):
    model, opt = nnx.merge(graph, state)
    l, grads = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, grads)
    return l, nnx.state((model, opt))

# %% wrong: lost-update
from flax import nnx


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@jax.jit
def step(model, opt, x, y):
    l, grads = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, grads)
    return l

# %% wrong: never-updated
from flax import nnx


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@nnx.jit
def step(model, opt, x, y):
    l, grads = nnx.value_and_grad(loss)(model, x, y)
    return l

# %% wrong: never-updated
from flax import nnx


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@nnx.jit
def step(model, opt, x, y):
    model = nnx.clone(model)
    l, grads = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, grads)
    return l

# %% wrong: clinic/optimizer-args
from flax import nnx


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@nnx.jit
def step(model, opt, x, y):
    l, grads = nnx.value_and_grad(loss)(model, x, y)
    opt.update(grads)
    return l

# %% wrong: not-jitted
from flax import nnx


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


def step(model, opt, x, y):
    l, grads = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, grads)
    return l

# %% wrong: not-jitted
from flax import nnx


@nnx.jit
def gradients(model, x, y):
    def loss(model):
        return jnp.mean((model(x) - y) ** 2)

    return nnx.value_and_grad(loss)(model)


def step(model, opt, x, y):
    l, grads = gradients(model, x, y)
    opt.update(model, grads)
    return l

# %% wrong: two-updates
from flax import nnx


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@nnx.jit
def step(model, opt, x, y):
    l, grads = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, grads)
    opt.update(model, grads)
    return l

# %% wrong: no-return
from flax import nnx


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@nnx.jit
def step(model, opt, x, y):
    l, grads = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, grads)

# %% wrong: loss-after
from flax import nnx


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@nnx.jit
def step(model, opt, x, y):
    grads = nnx.grad(loss)(model, x, y)
    opt.update(model, grads)
    return loss(model, x, y)

# %% wrong: uphill
from flax import nnx


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@nnx.jit
def step(model, opt, x, y):
    l, grads = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, jax.tree.map(jnp.negative, grads))
    return l

# %% wrong: own-optimizer
from flax import nnx
import optax


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@nnx.jit
def step(model, opt, x, y):
    opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
    l, grads = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, grads)
    return l

# %% wrong: clinic/nnx-trace-level
from flax import nnx
import optax

model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
opt = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@nnx.jit
def inner(x, y):
    l, grads = nnx.value_and_grad(loss)(model, x, y)
    opt.update(model, grads)
    return l


def step(model, opt, x, y):
    return inner(x, y)

# %% probe
import jax
import optax
from flax import nnx

forward, updated = [], []


class Line(nnx.Linear):
    def __call__(self, x):
        forward.append(isinstance(x, jax.core.Tracer))
        return super().__call__(x)


def make(width, seed):
    return Line(width, 1, rngs=nnx.Rngs(seed))


def optimizer(model, rate, adam):
    tx = optax.adam(rate) if adam else optax.sgd(rate, momentum=0.9)

    def update(grads, state, params=None):
        leaves = jax.tree.leaves(grads)
        updated.append(all(isinstance(leaf, jax.core.Tracer) for leaf in leaves))
        return tx.update(grads, state, params)

    tx_seen = optax.GradientTransformation(tx.init, update)
    return nnx.Optimizer(model, tx_seen, wrt=nnx.Param)


def compiled(model, opt, x, y):
    """Whether a step on a new shape computes the gradients and the update while tracing."""
    forward.clear()
    updated.clear()
    learner.step(model, opt, x, y)
    return any(forward) and all(updated)


def moves_without_jit(model, opt, x, y):
    before = model.kernel[...]
    with jax.disable_jit():
        learner.step(model, opt, x, y)
    return bool((model.kernel[...] != before).any())


def weights(model):
    return {"kernel": model.kernel[...], "bias": model.bias[...]}


def count(opt):
    return int(opt.step[...])

# %% check
import jax
import jax.numpy as jnp
import optax

from tutor.checking import close, expect, need


def loss(p, x, y):
    return jnp.mean((x @ p["kernel"] + p["bias"] - y) ** 2)


def check(learner, reference, rng):
    for rows, width, adam in ((7, 3, True), (1, 2, False), (20, 4, True)):
        rate = rng.number(0.01, 0.05)
        tx = optax.adam(rate) if adam else optax.sgd(rate, momentum=0.9)
        model = learner.probe("make", width, rng.whole(0, 1000))
        opt = learner.probe("optimizer", model, rate, adam)
        params = learner.probe("weights", model)
        state = tx.init(params)
        for i in range(3):
            x, y = rng.normal(rows, width), rng.normal(rows, 1)
            value, grads = jax.value_and_grad(loss)(params, x, y)
            updates, new = tx.update(grads, state, params)
            moved = optax.apply_updates(params, updates)
            result = learner.step(model, opt, x, y)
            now, steps = learner.probe("weights", model), learner.probe("count", opt)
            if close(now, params, 1e-6):
                lost = learner.probe("moves_without_jit", model, opt, x, y)
                need(False, "lost-update" if lost else "never-updated")
            need(steps != i, "own-optimizer", steps, i + 1)
            again, _ = tx.update(grads, new, moved)
            back, _ = tx.update(jax.tree.map(jnp.negative, grads), state, params)
            expect(now, moved, tol=1e-3, atol=1e-5, mistakes={
                "two-updates": optax.apply_updates(moved, again),
                "uphill": optax.apply_updates(params, back)})
            expect(steps, i + 1)
            expect(result, value, tol=1e-3, mistakes={"loss-after": loss(moved, x, y)})
            params, state = moved, new
    x, y = rng.normal(23, 4), rng.normal(23, 1)
    need(learner.probe("compiled", model, opt, x, y), "not-jitted")
