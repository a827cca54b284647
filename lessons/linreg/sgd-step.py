# %% starter
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    ...


x = jnp.array([-1.0, 0.0, 2.0])
p = {"w": jnp.array(0.0), "b": jnp.array(0.0)}
print(step(p, x, 3 * x + 0.5))

# %% solution: every leaf of both trees
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return jax.tree.map(lambda a, d: a - lr * d, p, g)

# %% solution: over the keys
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return {k: p[k] - lr * g[k] for k in p}

# %% solution: one line a parameter
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(params, inputs, targets, lr=0.1):
    d = jax.grad(loss)(params, inputs, targets)
    w = params["w"] - lr * d["w"]
    b = params["b"] - lr * d["b"]
    return {"w": w, "b": b}

# %% solution: a copy that is changed
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    new = dict(p)
    for name, slope in jax.grad(loss)(p, x, y).items():
        new[name] = new[name] + (-lr) * slope
    return new

# %% wrong: uphill
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return jax.tree.map(lambda a, d: a + lr * d, p, g)

# %% wrong: dict-arithmetic
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return p - lr * g

# %% wrong: dict-arithmetic
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(params, x, y, lr=0.1):
    grads = jax.grad(loss)(params, x, y)
    params -= grads
    return params

# %% wrong: mutated-input
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    for k in p:
        p[k] = p[k] - lr * g[k]
    return p

# %% wrong: mutated-input
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    p["w"] -= lr * g["w"]
    p["b"] -= lr * g["b"]
    return {"w": p["w"], "b": p["b"]}

# %% wrong: mutated-input
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    new = p
    for name, slope in jax.grad(loss)(p, x, y).items():
        new[name] = new[name] - lr * slope
    return new

# %% wrong: grads-returned
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return g

# %% wrong: change-returned
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return jax.tree.map(lambda d: -lr * d, g)

# %% wrong: change-returned
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return {k: lr * g[k] for k in g}

# %% wrong: one-param-forgotten
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return {"w": p["w"] - lr * g["w"], "b": p["b"]}

# %% wrong: one-param-forgotten
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return {**p, "b": p["b"] - lr * g["b"]}

# %% wrong: rate-ignored
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return {k: p[k] - 0.1 * g[k] for k in p}

# %% wrong: rate-ignored
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return jax.tree.map(lambda a, d: a - d, p, g)

# %% wrong: wrong-structure
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return p["w"] - lr * g["w"], p["b"] - lr * g["b"]

# %% wrong: wrong-value
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return {k: p[k] - lr * jnp.sign(g[k]) for k in p}

# %% wrong: wrong-value
def loss(p, x, y):
    return jnp.sum((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    return {k: p[k] - lr * g[k] for k in p}

# %% wrong: wrong-value
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p, x, y, lr=0.1):
    g = jax.grad(loss)(p, x, y)
    w = p["w"] - lr * g["b"]
    b = p["b"] - lr * g["w"]
    return {"w": w, "b": b}

# %% check
import jax

from tutor.checking import close, expect, need, on_error
from tutor.checking import reject, unchanged

errors = [
    on_error(
        "TypeError", r"operand.*'dict'", "dict-arithmetic"
    ),
]


def moved(p, g, rate):
    return {k: p[k] - rate * g[k] for k in p}


def check(learner, reference, rng):
    for n in (1, *rng.sizes(3, 2, 70)):
        x = rng.normal(n)
        y = (
            rng.number(-4, 4) * x
            + rng.number(1, 3)
            + rng.normal(n)
        )
        p = {"w": rng.normal(), "b": rng.normal()}
        g = jax.grad(reference.loss)(p, x, y)
        lr = rng.number(0.02, 0.3)
        new = unchanged(
            learner.step,
            p,
            x,
            y,
            lr,
            feedback="mutated-input",
        )
        reject(
            new,
            {
                "grads-returned": g,
                "uphill": moved(p, g, -lr),
                "one-param-forgotten": {
                    **p,
                    "w": p["w"] - lr * g["w"],
                },
            },
        )
        reject(
            new,
            {
                "change-returned": {
                    k: lr * g[k] for k in g
                },
                "one-param-forgotten": {
                    **p,
                    "b": p["b"] - lr * g["b"],
                },
            },
        )
        reject(
            new,
            {
                "change-returned": {
                    k: -lr * g[k] for k in g
                },
            },
        )
        if isinstance(new, dict) and not close(
            new, moved(p, g, lr)
        ):
            short = learner.step(p, x, y, 0.05)
            need(
                not close(
                    short, learner.step(p, x, y, 0.2)
                ),
                "rate-ignored",
                observed=short,
                needed=moved(p, g, 0.05),
            )
        expect(
            new,
            moved(p, g, lr),
            inputs={"p": p, "x": x, "y": y, "lr": lr},
        )
    expect(
        learner.step(p, x, y),
        moved(p, g, 0.1),
        inputs={"p": p, "x": x, "y": y},
    )
