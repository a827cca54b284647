# %% starter
import flax.linen as nn
import optax

r = jnp.where(jnp.arange(256) < 128, 0.5, 1.5)
a = jnp.linspace(0.0, 12.6, 256)
x = jnp.stack([r * jnp.cos(a), r * jnp.sin(a)], axis=1)
y = (r > 1).astype(float)
net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


@jax.jit
def step(variables, state, x, y):
    ...


variables = net.init(jax.random.key(0), x)
state = opt.init(variables)
for i in range(200):
    variables, state, l = step(variables, state, x, y)
    log(i, loss=l)

# %% solution: value_and_grad
import flax.linen as nn
import optax

r = jnp.where(jnp.arange(256) < 128, 0.5, 1.5)
a = jnp.linspace(0.0, 12.6, 256)
x = jnp.stack([r * jnp.cos(a), r * jnp.sin(a)], axis=1)
y = (r > 1).astype(float)
net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


@jax.jit
def step(variables, state, x, y):
    l, grads = jax.value_and_grad(loss)(variables, x, y)
    updates, state = opt.update(grads, state, variables)
    return optax.apply_updates(variables, updates), state, l


variables = net.init(jax.random.key(0), x)
state = opt.init(variables)
for i in range(200):
    variables, state, l = step(variables, state, x, y)
    log(i, loss=l)

# %% solution: added by hand, two passes
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


@jax.jit
def step(variables, state, x, y):
    grads = jax.grad(loss)(variables, x, y)
    u, new = opt.update(grads, state)
    moved = jax.tree.map(jnp.add, variables, u)
    return moved, new, loss(variables, x, y)

# %% solution: another optimizer of the same kind, jitted below
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def one_step(v, s, inputs, labels):
    def cost(v):
        z = net.apply(v, inputs).reshape(-1)
        return jnp.mean(jnp.logaddexp(0.0, z) - labels * z)

    value, pull = jax.vjp(cost, v)
    (grads,) = pull(1.0)
    updates, s = opt.update(grads, s, v)
    return optax.apply_updates(v, updates), s, value


step = jax.jit(one_step)

# %% wrong: state-lost
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


@jax.jit
def step(variables, state, x, y):
    l, grads = jax.value_and_grad(loss)(variables, x, y)
    updates, _ = opt.update(grads, state, variables)
    return optax.apply_updates(variables, updates), state, l

# %% wrong: state-new
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


@jax.jit
def step(variables, state, x, y):
    state = opt.init(variables)
    l, grads = jax.value_and_grad(loss)(variables, x, y)
    updates, state = opt.update(grads, state, variables)
    return optax.apply_updates(variables, updates), state, l

# %% wrong: uphill
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


@jax.jit
def step(variables, state, x, y):
    l, grads = jax.value_and_grad(loss)(variables, x, y)
    updates, state = opt.update(grads, state, variables)
    moved = jax.tree.map(lambda v, u: v - u, variables, updates)
    return moved, state, l

# %% wrong: not-moved
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


@jax.jit
def step(variables, state, x, y):
    l, grads = jax.value_and_grad(loss)(variables, x, y)
    updates, state = opt.update(grads, state, variables)
    optax.apply_updates(variables, updates)
    return variables, state, l

# %% wrong: updates-returned
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


@jax.jit
def step(variables, state, x, y):
    l, grads = jax.value_and_grad(loss)(variables, x, y)
    variables, state = opt.update(grads, state, variables)
    return variables, state, l

# %% wrong: gradient-applied
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


@jax.jit
def step(variables, state, x, y):
    l, grads = jax.value_and_grad(loss)(variables, x, y)
    _, state = opt.update(grads, state, variables)
    return optax.apply_updates(variables, grads), state, l

# %% wrong: loss-after
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


@jax.jit
def step(variables, state, x, y):
    grads = jax.grad(loss)(variables, x, y)
    updates, state = opt.update(grads, state, variables)
    variables = optax.apply_updates(variables, updates)
    return variables, state, loss(variables, x, y)

# %% wrong: order-of-results
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


@jax.jit
def step(variables, state, x, y):
    l, grads = jax.value_and_grad(loss)(variables, x, y)
    updates, state = opt.update(grads, state, variables)
    return l, optax.apply_updates(variables, updates), state

# %% wrong: batch-ignored
import flax.linen as nn
import optax

r = jnp.where(jnp.arange(256) < 128, 0.5, 1.5)
a = jnp.linspace(0.0, 12.6, 256)
x = jnp.stack([r * jnp.cos(a), r * jnp.sin(a)], axis=1)
y = (r > 1).astype(float)
net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


@jax.jit
def step(variables, state, inputs, labels):
    l, grads = jax.value_and_grad(loss)(variables)
    updates, state = opt.update(grads, state, variables)
    return optax.apply_updates(variables, updates), state, l

# %% wrong: clinic/optimizer-args
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


@jax.jit
def step(variables, state, x, y):
    l, grads = jax.value_and_grad(loss)(variables, x, y)
    updates = opt.update(grads, state, variables)
    return optax.apply_updates(variables, updates), state, l

# %% wrong: not-jitted
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


def step(variables, state, x, y):
    l, grads = jax.value_and_grad(loss)(variables, x, y)
    updates, state = opt.update(grads, state, variables)
    return optax.apply_updates(variables, updates), state, l

# %% wrong: not-jitted
import flax.linen as nn
import optax

net = nn.Sequential([nn.Dense(16), nn.relu, nn.Dense(1)])
opt = optax.adam(0.03)


def loss(variables, x, y):
    z = net.apply(variables, x)[:, 0]
    return optax.sigmoid_binary_cross_entropy(z, y).mean()


value_and_grad = jax.jit(jax.value_and_grad(loss))


def step(variables, state, x, y):
    l, grads = value_and_grad(variables, x, y)
    updates, state = opt.update(grads, state, variables)
    return optax.apply_updates(variables, updates), state, l

# %% check
import jax
import jax.numpy as jnp
import optax

from tutor.checking import close, expect, need, reject, unchanged


def check(learner, reference, rng):
    opt, loss = reference.opt, reference.loss
    shapes = jax.eval_shape(reference.net.init, rng.key(), rng.normal(1, 2))
    for rows, steps in ((5, 3), (1, 1), (12, 1)):
        variables = rng.like(shapes, scale=0.5)
        state = fresh = opt.init(variables)
        x, y = rng.normal(rows, 2), jnp.asarray(rng.integers(0, 2, rows), "float32")
        for _ in range(steps):
            result = unchanged(learner.step, variables, state, x, y)
            value, grads = jax.value_and_grad(loss)(variables, x, y)
            updates, new = opt.update(grads, state, variables)
            moved = optax.apply_updates(variables, updates)
            rights = (moved, new, value)
            turned = isinstance(result, (tuple, list)) and len(result) == 3
            need(turned, "order-of-results", result, rights)
            shape = jax.tree.structure(tuple(result))
            need(shape == jax.tree.structure(rights), "order-of-results", result, rights)
            if not close(tuple(result), rights, 1e-3, atol=1e-4):
                diagnose(learner, reference, tuple(result), variables, state, x, y, rng)
            expect(result[0], moved, tol=1e-3, atol=1e-4)
            expect(result[1], new, tol=1e-3, mistakes={"state-lost": state})
            expect(result[2], value, tol=1e-3, atol=1e-5)
            variables, state = moved, new
        need(not close(state, fresh), "state-lost")
        if rows == 5:
            needs_jit(learner, variables, state, rng)


def needs_jit(learner, variables, state, rng):
    x, y = rng.normal(23, 2), jnp.zeros(23)
    # Adam alone, left outside, is dozens of operations.
    outermost = learner.equations(learner.step, variables, state, x, y, top=True)
    need(outermost <= 6, "not-jitted")
    need(learner.compiles(learner.step, variables, state, x, y) >= 1, "not-jitted")


def diagnose(learner, reference, result, variables, state, x, y, rng):
    opt, loss = reference.opt, reference.loss
    value, grads = jax.value_and_grad(loss)(variables, x, y)
    updates, new = opt.update(grads, state, variables)
    moved = optax.apply_updates(variables, updates)
    again, renewed = opt.update(grads, opt.init(variables), variables)
    again = optax.apply_updates(variables, again)
    other = learner.step(variables, state, rng.normal(4, 2), jnp.ones(4))
    need(not close(result, tuple(other), 1e-5), "batch-ignored")
    down = jax.tree.map(lambda v, u: v - u, variables, updates)
    reject(result, {
        "state-lost": (moved, state, value),
        "state-new": (again, renewed, value),
        "uphill": (down, new, value),
        "not-moved": (variables, new, value),
        "updates-returned": (updates, new, value),
        "gradient-applied": (optax.apply_updates(variables, grads), new, value),
        "loss-after": (moved, new, loss(moved, x, y)),
    })
    updates, new = opt.update(jax.tree.map(jnp.negative, grads), state)
    reject(result, {"uphill": (optax.apply_updates(variables, updates), new, value)})
