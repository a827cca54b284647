# %% starter
def ema(old, new, d):
    return ...


old = {"w": [jnp.zeros(2), jnp.zeros(())]}
new = {"w": [jnp.ones(2), jnp.ones(())]}
print(ema(old, new, 0.9))

# %% solution: leaf by leaf
def ema(old, new, d):
    return jax.tree.map(
        lambda o, n: d * o + (1 - d) * n, old, new
    )

# %% solution: a part of the way
def ema(old, new, d):
    def blend(o, n):
        return n + d * (o - n)

    return jax.tree.map(blend, old, new)

# %% solution: in two passes
def ema(average, latest, decay):
    a = jax.tree.map(lambda v: decay * v, average)
    b = jax.tree.map(lambda v: (1 - decay) * v, latest)
    return jax.tree.map(jnp.add, a, b)

# %% solution: taken apart and put together
def ema(old, new, d):
    olds, structure = jax.tree.flatten(old)
    news = jax.tree.leaves(new)
    blend = [
        d * o + (1 - d) * n for o, n in zip(olds, news)
    ]
    return jax.tree.unflatten(structure, blend)

# %% wrong: container-arithmetic
def ema(old, new, d):
    return d * old + (1 - d) * new

# %% wrong: top-level-only
def ema(old, new, d):
    return {k: d * old[k] + (1 - d) * new[k] for k in old}

# %% wrong: weights-swapped
def ema(old, new, d):
    return jax.tree.map(
        lambda o, n: (1 - d) * o + d * n, old, new
    )

# %% wrong: share-ignored
def ema(old, new, d):
    return jax.tree.map(lambda o, n: (o + n) / 2, old, new)

# %% wrong: share-ignored
def ema(old, new, d):
    return jax.tree.map(
        lambda o, n: 0.9 * o + 0.1 * n, old, new
    )

# %% wrong: weights-too-large
def ema(old, new, d):
    return jax.tree.map(lambda o, n: d * o + n, old, new)

# %% wrong: structure-lost
def ema(old, new, d):
    olds, news = jax.tree.leaves(old), jax.tree.leaves(new)
    return [d * o + (1 - d) * n for o, n in zip(olds, news)]

# %% wrong: no-return
def ema(old, new, d):
    jax.tree.map(lambda o, n: d * o + (1 - d) * n, old, new)

# %% wrong: wrong-structure
def ema(old, new, d):
    if isinstance(old, dict):
        return {k: ema(old[k], new[k], d) for k in old}
    if isinstance(old, (list, tuple)):
        return [ema(a, b, d) for a, b in zip(old, new)]
    return d * old + (1 - d) * new

# %% check
import jax

from tutor.checking import attempt, close, expect, fail, need, unchanged

SHAPES = (
    {"w": (3, 2), "b": (2,)},
    {"x": [(2,), (), {"y": ((3,), (1, 2))}]},
    [(4,), {"in": (2, 2)}],
)


def check(learner, reference, rng):
    for number, shapes in enumerate(SHAPES):
        old, new = rng.like(shapes), rng.like(shapes)
        d = rng.number(0.6, 0.95)
        tried = attempt(learner.ema, old, new, d)
        if tried.error is not None and "TypeError" in tried.error.names:
            if "operand" in tried.error.message or "sequence" in tried.error.message:
                fail("top-level-only" if number else "container-arithmetic")
        got = unchanged(learner.ema, old, new, d)
        right = reference.ema(old, new, d)
        need(not isinstance(got, list) or isinstance(old, list), "structure-lost", got, right)
        if got is not None and not close(got, right):
            need(not close(got, learner.ema(old, new, d / 3)), "share-ignored")
        expect(got, right, exact=True, inputs={"old": old, "new": new, "d": d}, mistakes={
            "weights-swapped": jax.tree.map(lambda o, n: (1 - d) * o + d * n, old, new),
            "weights-too-large": jax.tree.map(lambda o, n: d * o + n, old, new),
        })
