# %% starter
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    ...


x = jax.random.normal(jax.random.key(0), (64,))
print(fit(x, -2 * x + 1))

# %% solution: the step before the loop
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}

    @jax.jit
    def step(p):
        g = jax.grad(loss)(p, x, y)
        return jax.tree.map(lambda a, d: a - lr * d, p, g)

    for i in range(steps):
        p = step(p)
    return p

# %% solution: with a live curve
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


@jax.jit
def step(p, x, y, lr):
    l, g = jax.value_and_grad(loss)(p, x, y)
    return {k: p[k] - lr * g[k] for k in p}, l


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    for i in range(steps):
        p, l = step(p, x, y, lr)
        log(i, loss=l)
    return p

# %% solution: the gradient alone compiled
def mse(p, x, y):
    w, b = p
    return ((w * x + b - y) ** 2).mean()


slope = jax.jit(jax.value_and_grad(mse))


def fit(x, y, steps=200, lr=0.1):
    w, b = 0.0, 0.0
    for i in range(steps):
        l, (dw, db) = slope((w, b), x, y)
        w, b = w - lr * dw, b - lr * db
        if i % 50 == 0:
            print(i, float(l), mse((w, b), x, y))
    return {"w": w, "b": b}

# %% solution: a compiled loop
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def fit(x, y, steps=200, lr=0.1):
    def body(i, p):
        g = jax.grad(loss)(p, x, y)
        return {k: p[k] - lr * g[k] for k in p}

    p = {"w": jnp.float32(0), "b": jnp.float32(0)}
    return jax.lax.fori_loop(0, steps, body, p)

# %% solution: scan, all of it jitted
from functools import partial


def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


@partial(jax.jit, static_argnames="steps")
def fit(x, y, steps=200, lr=0.1):
    def body(p, _):
        l, g = jax.value_and_grad(loss)(p, x, y)
        p = jax.tree.map(lambda a, d: a - lr * d, p, g)
        return p, l

    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    p, losses = jax.lax.scan(body, p, length=steps)
    return p

# %% wrong: steps-ignored
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    step = jax.jit(jax.grad(loss))
    for _ in range(3):
        g = step(p, x, y)
        p = {k: p[k] - lr * g[k] for k in p}
    return p

# %% wrong: steps-ignored
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    g = jax.jit(jax.grad(loss))(p, x, y)
    return jax.tree.map(lambda a, d: a - lr * d, p, g)

# %% wrong: steps-ignored
def fit(x, y, steps=200, lr=0.1):
    columns = jnp.stack([x, jnp.ones_like(x)], axis=1)
    w, b = jnp.linalg.lstsq(columns, y)[0]
    return {"w": w, "b": b}

# %% wrong: rate-ignored
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


@jax.jit
def step(p, x, y):
    g = jax.grad(loss)(p, x, y)
    return jax.tree.map(lambda a, d: a - 0.1 * d, p, g)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    for i in range(steps):
        p = step(p, x, y)
    return p

# %% wrong: off-by-one
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    grad = jax.jit(jax.grad(loss))
    for i in range(1, steps):
        g = grad(p, x, y)
        p = {k: p[k] - lr * g[k] for k in p}
    return p

# %% wrong: off-by-one
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    grad = jax.jit(jax.grad(loss))
    i = 0
    while i <= steps:
        g = grad(p, x, y)
        p = {k: p[k] - lr * g[k] for k in p}
        i += 1
    return p

# %% wrong: uphill
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    grad = jax.jit(jax.grad(loss))
    for i in range(steps):
        g = grad(p, x, y)
        p = jax.tree.map(lambda a, d: a + lr * d, p, g)
    return p

# %% wrong: mean-dropped
def loss(p, x, y):
    return jnp.sum((p["w"] * x + p["b"] - y) ** 2)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    grad = jax.jit(jax.grad(loss))
    for i in range(steps):
        g = grad(p, x, y)
        p = {k: p[k] - lr * g[k] for k in p}
    return p

# %% wrong: mean-dropped
def loss(p, x, y):
    return jnp.sum((p["w"] * x + p["b"] - y) ** 2) / 64


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    grad = jax.jit(jax.grad(loss))
    for i in range(steps):
        g = grad(p, x, y)
        p = {k: p[k] - lr * g[k] for k in p}
    return p

# %% wrong: not-jitted
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    for i in range(steps):
        g = jax.grad(loss)(p, x, y)
        p = {k: p[k] - lr * g[k] for k in p}
    return p

# %% wrong: not-jitted
def mse(w, b, x, y):
    return jnp.mean((w * x + b - y) ** 2)


report = jax.jit(mse)


def fit(x, y, steps=200, lr=0.1):
    w = b = jnp.zeros(())
    for i in range(steps):
        dw, db = jax.grad(mse, argnums=(0, 1))(w, b, x, y)
        w, b = w - lr * dw, b - lr * db
    print(report(w, b, x, y))
    return {"w": w, "b": b}

# %% wrong: recompiles
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": 0.0, "b": 0.0}
    for _ in range(steps):
        g = jax.jit(lambda q: jax.grad(loss)(q, x, y))(p)
        p = {k: p[k] - lr * g[k] for k in p}
    return p

# %% wrong: recompiles
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    for i in range(steps):
        grad = jax.jit(jax.grad(loss))
        d = grad(p, x, y)
        p = jax.tree.map(lambda a, s: a - lr * s, p, d)
    return p

# %% wrong: unrolled
from functools import partial


def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


@partial(jax.jit, static_argnames="steps")
def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    for i in range(steps):
        g = jax.grad(loss)(p, x, y)
        p = {k: p[k] - lr * g[k] for k in p}
    return p

# %% wrong: wrong-structure
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    step = jax.jit(jax.value_and_grad(loss))
    for i in range(steps):
        l, g = step(p, x, y)
        p = {k: p[k] - lr * g[k] for k in p}
    return p, l

# %% wrong: wrong-value
def loss(p, x, y):
    return jnp.mean(jnp.abs(p["w"] * x + p["b"] - y))


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    grad = jax.jit(jax.grad(loss))
    for i in range(steps):
        g = grad(p, x, y)
        p = {k: p[k] - lr * g[k] for k in p}
    return p

# %% wrong: rate-ignored
rate = 0.1


def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


@jax.jit
def step(p, x, y):
    g = jax.grad(loss)(p, x, y)
    return jax.tree.map(lambda a, d: a - rate * d, p, g)


def fit(x, y, steps=200, lr=0.1):
    global rate
    rate = lr
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    for i in range(steps):
        p = step(p, x, y)
    return p

# %% wrong: wrong-value
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


@jax.jit
def step(p, x, y, lr):
    l, g = jax.value_and_grad(loss)(p, x, y)
    return jax.tree.map(lambda a, d: a - lr * d, p, g), l


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    for i in range(steps):
        p, l = step(p, x, y, lr)
        if l < 0.05:
            break
    return p

# %% wrong: recompiles
from functools import partial


def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


@partial(jax.jit, static_argnames="i")
def step(p, x, y, lr, i):
    g = jax.grad(loss)(p, x, y)
    return jax.tree.map(lambda a, d: a - lr * d, p, g)


def fit(x, y, steps=200, lr=0.1):
    p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
    for i in range(steps):
        p = step(p, x, y, lr, i)
    return p

# %% probe
import inspect
import sys

import jax
import jax.numpy as jnp


def traced(x, y, steps, lr):
    """How often JAX entered the learner's functions to
    trace them while `fit` ran, and how often under jit."""
    home = inspect.unwrap(learner.fit).__globals__
    count = [0, 0]

    def seen(frame, event, arg):
        if event == "call" and frame.f_globals is home:
            values = jax.tree.leaves(dict(frame.f_locals))
            if any(
                isinstance(v, jax.core.Tracer)
                for v in values
            ):
                staged = isinstance(
                    jnp.zeros(()), jax.core.Tracer
                )
                count[0] += 1
                count[1] += staged

    sys.setprofile(seen)
    try:
        learner.fit(x, y, steps, lr)
    finally:
        sys.setprofile(None)
    return tuple(count)

# %% check
import jax
import jax.numpy as jnp
import numpy as np

from tutor.checking import (
    close,
    expect,
    fail,
    need,
    reject,
    unchanged,
)


def descend(x, y, steps, rate):
    x, y = (
        np.asarray(x, "float64"),
        np.asarray(y, "float64"),
    )
    w = b = 0.0
    for _ in range(steps):
        error = 2 * (w * x + b - y)
        w -= rate * np.mean(error * x)
        b -= rate * np.mean(error)
    return {"w": jnp.float32(w), "b": jnp.float32(b)}


def diagnose(learner, result, x, y, steps, lr):
    n = x.shape[0]
    few = learner.fit(x, y, 2, lr)
    need(
        not close(few, learner.fit(x, y, 9, lr)),
        "steps-ignored",
        few,
        descend(x, y, 2, lr),
    )
    reject(
        result,
        {
            "uphill": descend(x, y, steps, -lr),
            "off-by-one": descend(x, y, steps - 1, lr),
            "mean-dropped": descend(x, y, steps, lr * n),
        },
    )
    reject(
        result,
        {
            "off-by-one": descend(x, y, steps + 1, lr),
            "mean-dropped": descend(
                x, y, steps, lr * n / 64
            ),
        },
    )
    short = learner.fit(x, y, 3, 0.05)
    need(
        not close(short, learner.fit(x, y, 3, 0.2)),
        "rate-ignored",
        short,
        descend(x, y, 3, 0.05),
    )


def compare(learner, x, y, steps, lr):
    p = unchanged(learner.fit, x, y, steps, lr)
    right = descend(x, y, steps, lr)
    if isinstance(p, dict) and not close(p, right, 1e-3):
        diagnose(learner, p, x, y, steps, lr)
    expect(
        p,
        right,
        tol=1e-3,
        inputs={"x": x, "y": y, "steps": steps, "lr": lr},
    )


def check(learner, reference, rng):
    for n, steps in zip(rng.sizes(3, 3, 50), (7, 1, 30)):
        lr = rng.number(0.01, 0.03)
        x = rng.normal(n)
        y = rng.number(1, 4) * x - rng.number(1, 3)
        y = y + 0.2 * rng.normal(n)
        compare(learner, x, y, steps, lr)
        if steps == 7:
            # Sizes as before, so a compiled step holds
            # what it held.
            compare(learner, x, y, steps, 2 * lr)
    # A program that exists is not traced again: new sizes.
    few_x, many_x, again_x = (
        rng.normal(n) for n in rng.sizes(3, 50, 90)
    )
    few, few_staged = learner.probe(
        "traced", few_x, few_x, 3, 0.02
    )
    many, many_staged = learner.probe(
        "traced", many_x, many_x, 23, 0.02
    )
    if many - few >= 10:
        again = learner.compiles(
            learner.fit, again_x, again_x, 24, 0.02
        )
        need(
            again < 10,
            "recompiles",
            f"compiles(steps=24) = {again}",
            "1",
        )
        staged = many_staged - few_staged >= 10
        fail(
            "unrolled" if staged else "not-jitted",
            f"traces(steps=23) = {many}",
            f"traces(steps=23) = {few}",
        )
    # The loss comes near zero long before the last step.
    compare(learner, x, rng.number(1, 3) * x + 2, 80, 0.15)
    # Small x: after 200 steps the line is still on its way.
    x, y = rng.normal(64, scale=0.1), rng.normal(64)
    expect(
        learner.fit(x, y),
        descend(x, y, 200, 0.1),
        tol=1e-3,
        inputs={"x": x, "y": y},
    )
