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

# %% wrong: all-at-once
def accumulated(loss, w, parts):
    return jax.grad(loss)(w, jnp.concatenate(parts))

# %% wrong: wrong-structure
def accumulated(loss, w, parts):
    grads = [jax.grad(loss)(w, x) for x in parts]
    leaves = [jax.tree.leaves(g) for g in grads]
    return [sum(g) / len(g) for g in zip(*leaves)]

# %% probe
import jax
import jax.numpy as jnp


def run(kind, w, parts):
    def prediction(w, x):
        return sum(jnp.sum(x * leaf, axis=-1) for leaf in jax.tree.leaves(w))

    def squares(w, x):
        return jnp.mean(prediction(w, x) ** 2)

    def largest(w, x):
        return jax.nn.logsumexp(prediction(w, x))

    return learner.accumulated({"squares": squares, "largest": largest}[kind], w, parts)


# %% check
import jax
import jax.numpy as jnp

from tutor.checking import expect


def prediction(w, x):
    return sum(jnp.sum(x * leaf, axis=-1) for leaf in jax.tree.leaves(w))


# The second is no mean over examples: the parts cannot be put together.
LOSSES = {
    "squares": lambda w, x: jnp.mean(prediction(w, x) ** 2),
    "largest": lambda w, x: jax.nn.logsumexp(prediction(w, x)),
}


def check(learner, reference, rng):
    flat = rng.like({"k": (4,), "b": ()})
    deep = rng.like({"layers": [((4,), ()), ((4,), ())]})
    for kind, w, n, rows in (
        ("squares", flat, 3, 5),
        ("largest", flat, 2, 3),
        ("largest", deep, 5, 1),
        ("squares", deep, 1, 4),
        ("largest", rng.number(0.2, 1.0), 3, 2),
    ):
        gradient = jax.grad(LOSSES[kind])
        parts = [rng.normal(rows, 4) for _ in range(n)]
        each = [gradient(w, part) for part in parts]
        scaled = lambda k, each=each: jax.tree.map(lambda *g: sum(g) / k, *each)
        mistakes = {}
        if n > 1:
            mistakes = {
                "last-only": each[-1],
                "first-only": each[0],
                "summed": scaled(1),
                "all-at-once": gradient(w, jnp.concatenate(parts)),
            }
        if n not in (1, 2):
            mistakes["two-parts"] = scaled(2)
        got = learner.probe("run", kind, w, parts)
        expect(got, scaled(n), tol=1e-3, inputs={"w": w}, mistakes=mistakes)
