# %% starter
def accumulated(loss, w, parts):
    ...


def loss(w, x):
    return jnp.mean((w - x) ** 2)


x = jnp.array([1.0, 2.0, 3.0, 6.0])
print(jax.grad(loss)(1.0, x))
print(accumulated(loss, 1.0, [x[:2], x[2:]]))

# %% solution: a loop
def accumulated(loss, w, parts):
    total = jax.tree.map(jnp.zeros_like, w)
    for x in parts:
        g = jax.grad(loss)(w, x)
        total = jax.tree.map(jnp.add, total, g)
    return jax.tree.map(lambda g: g / len(parts), total)

# %% solution: one loss
def accumulated(loss, w, parts):
    def mean(w):
        return sum(loss(w, x) for x in parts) / len(parts)

    return jax.grad(mean)(w)

# %% solution: a list of trees
def accumulated(loss, w, parts):
    grads = [jax.grad(loss)(w, x) for x in parts]
    return jax.tree.map(
        lambda *g: sum(g) / len(g), *grads
    )

# %% wrong: last-only
def accumulated(loss, w, parts):
    for x in parts:
        g = jax.grad(loss)(w, x)
    return g

# %% wrong: summed
def accumulated(loss, w, parts):
    grads = [jax.grad(loss)(w, x) for x in parts]
    return jax.tree.map(lambda *g: sum(g), *grads)

# %% wrong: first-only
def accumulated(loss, w, parts):
    return jax.grad(loss)(w, parts[0])

# %% wrong: two-parts
def accumulated(loss, w, parts):
    grads = [jax.grad(loss)(w, x) for x in parts]
    return jax.tree.map(lambda *g: sum(g) / 2, *grads)

# %% wrong: no-return
def accumulated(loss, w, parts):
    for x in parts:
        jax.grad(loss)(w, x)

# %% probe
import jax.numpy as jnp


def run(w, parts):
    def loss(w, x):
        return jnp.mean((x @ w["k"] + w["b"]) ** 2)

    return learner.accumulated(loss, w, parts)


# %% check
import jax
import jax.numpy as jnp

from tutor.checking import expect


def loss(w, x):
    return jnp.mean((x @ w["k"] + w["b"]) ** 2)


def check(learner, reference, rng):
    for n, rows in ((3, 2), (1, 4), (5, 1), (2, 6)):
        w = rng.like({"k": (4,), "b": ()})
        parts = [rng.normal(rows, 4) for _ in range(n)]
        right = jax.grad(loss)(w, jnp.concatenate(parts))
        scaled = lambda k, right=right: jax.tree.map(lambda g: g * k, right)
        mistakes = {}
        if n > 1:
            mistakes = {
                "last-only": jax.grad(loss)(w, parts[-1]),
                "first-only": jax.grad(loss)(w, parts[0]),
                "summed": scaled(n),
            }
        if n not in (1, 2):
            mistakes["two-parts"] = scaled(n / 2)
        got = learner.probe("run", w, parts)
        expect(got, right, tol=1e-3, inputs={"w": w}, mistakes=mistakes)
