# %% starter
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred = net.apply({"params": p}, x, True)
        return jnp.mean((pred - y) ** 2)

    ...


x = 5.0 + jax.random.normal(jax.random.key(0), (32, 3))
y = x[:, 0] - x[:, 1]
v = net.init(jax.random.key(1), x, True)
params, stats = v["params"], v["batch_stats"]
for i in range(100):
    params, stats = step(params, stats, x, y, 0.05)
print(stats)

# %% solution: the statistics as aux
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        v = {"params": p, "batch_stats": stats}
        pred, new = net.apply(
            v, x, True, mutable=["batch_stats"]
        )
        return jnp.mean((pred - y) ** 2), new["batch_stats"]

    grads, new = jax.grad(loss, has_aux=True)(params)
    params = jax.tree.map(
        lambda p, g: p - lr * g, params, grads
    )
    return params, new

# %% solution: value, aux and Optax
import flax.linen as nn
import optax


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


def step(params, stats, x, y, lr):
    def loss(p):
        pred, changed = net.apply(
            {"params": p, "batch_stats": stats},
            x,
            train=True,
            mutable="batch_stats",
        )
        return jnp.square(pred - y).mean(), changed

    both = jax.value_and_grad(loss, has_aux=True)
    (_, changed), grads = both(params)
    opt = optax.sgd(lr)
    updates, _ = opt.update(grads, opt.init(params))
    params = optax.apply_updates(params, updates)
    return params, changed["batch_stats"]

# %% solution: two passes
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


def forward(p, stats, x):
    v = {"params": p, "batch_stats": stats}
    return net.apply(v, x, True, mutable=["batch_stats"])


@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        return jnp.mean((forward(p, stats, x)[0] - y) ** 2)

    g = jax.grad(loss)(params)
    _, new = forward(params, stats, x)
    moved = jax.tree.map(lambda a, b: a - lr * b, params, g)
    return moved, new["batch_stats"]

# %% wrong: statistics-lost
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        v = {"params": p, "batch_stats": stats}
        pred, _ = net.apply(
            v, x, True, mutable=["batch_stats"]
        )
        return jnp.mean((pred - y) ** 2)

    g = jax.grad(loss)(params)
    moved = jax.tree.map(lambda a, b: a - lr * b, params, g)
    return moved, stats

# %% wrong: statistics-lost
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


@jax.jit
def step(params, stats, x, y, lr):
    def loss(v):
        pred, _ = net.apply(
            v, x, True, mutable=["batch_stats"]
        )
        return jnp.mean((pred - y) ** 2)

    v = {"params": params, "batch_stats": stats}
    g = jax.grad(loss)(v)
    v = jax.tree.map(lambda a, b: a - lr * b, v, g)
    return v["params"], v["batch_stats"]

# %% wrong: running-average-used
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        v = {"params": p, "batch_stats": stats}
        pred = net.apply(v, x, False)
        return jnp.mean((pred - y) ** 2)

    g = jax.grad(loss)(params)
    moved = jax.tree.map(lambda a, b: a - lr * b, params, g)
    return moved, stats

# %% wrong: whole-dict
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        v = {"params": p, "batch_stats": stats}
        pred, new = net.apply(
            v, x, True, mutable=["batch_stats"]
        )
        return jnp.mean((pred - y) ** 2), new

    grads, new = jax.grad(loss, has_aux=True)(params)
    params = jax.tree.map(
        lambda p, g: p - lr * g, params, grads
    )
    return params, new

# %% wrong: statistics-of-moved
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


def forward(p, stats, x):
    v = {"params": p, "batch_stats": stats}
    return net.apply(v, x, True, mutable=["batch_stats"])


@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        return jnp.mean((forward(p, stats, x)[0] - y) ** 2)

    g = jax.grad(loss)(params)
    params = jax.tree.map(lambda a, b: a - lr * b, params, g)
    _, new = forward(params, stats, x)
    return params, new["batch_stats"]

# %% wrong: uphill
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        v = {"params": p, "batch_stats": stats}
        pred, new = net.apply(
            v, x, True, mutable=["batch_stats"]
        )
        return jnp.mean((pred - y) ** 2), new["batch_stats"]

    grads, new = jax.grad(loss, has_aux=True)(params)
    params = jax.tree.map(
        lambda p, g: p + lr * g, params, grads
    )
    return params, new

# %% wrong: rate-ignored
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        v = {"params": p, "batch_stats": stats}
        pred, new = net.apply(
            v, x, True, mutable=["batch_stats"]
        )
        return jnp.mean((pred - y) ** 2), new["batch_stats"]

    grads, new = jax.grad(loss, has_aux=True)(params)
    params = jax.tree.map(
        lambda p, g: p - 0.05 * g, params, grads
    )
    return params, new

# %% wrong: clinic/flax-immutable-collection
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        v = {"params": p, "batch_stats": stats}
        pred = net.apply(v, x, True)
        return jnp.mean((pred - y) ** 2)

    g = jax.grad(loss)(params)
    moved = jax.tree.map(lambda a, b: a - lr * b, params, g)
    return moved, stats

# %% wrong: clinic/flax-variables
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        pred = net.apply({"params": p}, x, True)
        return jnp.mean((pred - y) ** 2)

    g = jax.grad(loss)(params)
    moved = jax.tree.map(lambda a, b: a - lr * b, params, g)
    return moved, stats

# %% wrong: two-results
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(8)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(nn.relu(x))[:, 0]


net = Net()


@jax.jit
def step(params, stats, x, y, lr):
    def loss(p):
        v = {"params": p, "batch_stats": stats}
        pred = net.apply(v, x, True, mutable=["batch_stats"])
        return jnp.mean((pred - y) ** 2)

    g = jax.grad(loss)(params)
    moved = jax.tree.map(lambda a, b: a - lr * b, params, g)
    return moved, stats

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import close, expect, need, on_error, reject, unchanged

errors = [on_error(("TypeError", "AttributeError"), r"'tuple'", "two-results")]


def check(learner, reference, rng):
    net = reference.net
    for rows, lr in ((6, rng.number(0.01, 0.04)), (4, rng.number(0.1, 0.2)),
                     (17, rng.number(0.3, 0.5))):
        x, y = rng.normal(rows, 3, scale=2.0) + 1.0, rng.normal(rows)
        shapes = jax.eval_shape(lambda k, x: net.init(k, x, True), rng.key(), x)
        tree = rng.like(shapes)
        params = tree["params"]
        stats = jax.tree.map(lambda a: jnp.abs(a) + 0.5, tree["batch_stats"])

        def forward(p, train=True, x=x, stats=stats):
            changed = ["batch_stats"] if train else False
            out = net.apply({"params": p, "batch_stats": stats}, x, train, mutable=changed)
            return out if train else (out, {"batch_stats": stats})

        def loss(p, train=True, y=y, forward=forward):
            return jnp.mean((forward(p, train)[0] - y) ** 2)

        def moved(grads, rate=lr, params=params):
            return jax.tree.map(lambda p, g: p - rate * g, params, grads)

        grads = jax.grad(loss)(params)
        right = (moved(grads), forward(params)[1]["batch_stats"])
        result = unchanged(learner.step, params, stats, x, y, lr)
        if isinstance(result, (tuple, list)) and len(result) == 2:
            second = result[1]
            need(not (isinstance(second, dict) and "batch_stats" in second), "whole-dict")
            if not close(tuple(result), right, 1e-3):
                reject(tuple(result), {
                    "statistics-lost": (right[0], stats),
                    "running-average-used": (moved(jax.grad(loss)(params, False)), stats),
                    "statistics-of-moved": (right[0], forward(right[0])[1]["batch_stats"]),
                    "uphill": (moved(grads, -lr), right[1]),
                }, tol=1e-3)
                other = learner.step(params, stats, x, y, 3 * lr)
                need(not close(other, result), "rate-ignored")
        expect(result, right, tol=1e-3, inputs={"lr": lr})
