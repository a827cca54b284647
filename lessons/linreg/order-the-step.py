# %% solution
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)
def step(p, x, y):
    l, g = jax.value_and_grad(loss)(p, x, y)
    p = jax.tree.map(lambda a, d: a - 0.1 * d, p, g)
    return p, l

# %% solution: the step first
def step(p, x, y):
    l, g = jax.value_and_grad(loss)(p, x, y)
    p = jax.tree.map(lambda a, d: a - 0.1 * d, p, g)
    return p, l
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)

# %% distractors
    loss.backward()
    p.w -= 0.1 * g["w"]

# %% wrong: backward-habit
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)
def step(p, x, y):
    loss.backward()
    l, g = jax.value_and_grad(loss)(p, x, y)
    p = jax.tree.map(lambda a, d: a - 0.1 * d, p, g)
    return p, l

# %% wrong: object-habit
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)
def step(p, x, y):
    l, g = jax.value_and_grad(loss)(p, x, y)
    p.w -= 0.1 * g["w"]
    return p, l

# %% wrong: object-habit
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)
def step(p, x, y):
    l, g = jax.value_and_grad(loss)(p, x, y)
    p = jax.tree.map(lambda a, d: a - 0.1 * d, p, g)
    p.w -= 0.1 * g["w"]
    return p, l

# %% wrong: gradient-too-late
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)
def step(p, x, y):
    p = jax.tree.map(lambda a, d: a - 0.1 * d, p, g)
    l, g = jax.value_and_grad(loss)(p, x, y)
    return p, l

# %% wrong: gradient-too-late
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)
def step(p, x, y):
    return p, l
    l, g = jax.value_and_grad(loss)(p, x, y)
    p = jax.tree.map(lambda a, d: a - 0.1 * d, p, g)

# %% wrong: not-moved
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)
def step(p, x, y):
    l, g = jax.value_and_grad(loss)(p, x, y)
    return p, l

# %% wrong: not-moved
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)
def step(p, x, y):
    l, g = jax.value_and_grad(loss)(p, x, y)
    return p, l
    p = jax.tree.map(lambda a, d: a - 0.1 * d, p, g)

# %% wrong: no-return
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)
def step(p, x, y):
    l, g = jax.value_and_grad(loss)(p, x, y)
    p = jax.tree.map(lambda a, d: a - 0.1 * d, p, g)

# %% wrong: backward-habit
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)
    loss.backward()
def step(p, x, y):
    l, g = jax.value_and_grad(loss)(p, x, y)
    p = jax.tree.map(lambda a, d: a - 0.1 * d, p, g)
    return p, l

# %% wrong: object-habit
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)
def step(p, x, y):
    l, g = jax.value_and_grad(loss)(p, x, y)
    p = jax.tree.map(lambda a, d: a - 0.1 * d, p, g)
    return p, l
    p.w -= 0.1 * g["w"]

# %% check
from tutor.checking import (
    expect,
    need,
    on_error,
    reject,
    unchanged,
)

errors = [
    on_error(
        "AttributeError", r"'backward'", "backward-habit"
    ),
    on_error("AttributeError", r"'w'", "object-habit"),
    on_error("NameError", r"", "gradient-too-late"),
]


def check(learner, reference, rng):
    for n in (1, *rng.sizes(2, 2, 40)):
        x, y = rng.normal(n), 2 * rng.normal(n) + 1
        p = {"w": rng.normal(), "b": rng.normal()}
        result = unchanged(learner.step, p, x, y)
        reject(
            result,
            {
                "not-moved": lambda: (
                    p,
                    reference.loss(p, x, y),
                ),
            },
        )
        expect(
            result,
            reference.step(p, x, y),
            inputs={"p": p, "x": x, "y": y},
        )
    # Behind a return the strangers do no harm, but they do not belong there either.
    need("loss.backward()" not in learner.source, "backward-habit")
    need('p.w -= 0.1 * g["w"]' not in learner.source, "object-habit")
