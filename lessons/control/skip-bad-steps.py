# %% starter
def guarded(p, g, lr):
    return jax.tree.map(lambda a, d: a - lr * d, p, g)


p = {"w": jnp.ones(3), "b": jnp.ones(())}
good = {"w": jnp.ones(3), "b": jnp.ones(())}
bad = {"w": jnp.array([1.0, jnp.nan, 1.0]), "b": 1.0}
step = jax.jit(guarded)
print(step(p, good, 0.1))
print(step(p, bad, 0.1))

# %% solution: cond
def guarded(p, g, lr):
    ok = jnp.array(True)
    for d in jax.tree.leaves(g):
        ok = ok & jnp.all(jnp.isfinite(d))
    move = lambda: jax.tree.map(
        lambda a, d: a - lr * d, p, g
    )
    return jax.lax.cond(ok, move, lambda: p)

# %% solution: where
def guarded(p, g, lr):
    finite = [
        jnp.isfinite(d).all() for d in jax.tree.leaves(g)
    ]
    ok = jnp.all(jnp.stack(finite))
    return jax.tree.map(
        lambda a, d: jnp.where(ok, a - lr * d, a), p, g
    )

# %% solution: a sum shows it
def guarded(params, grads, rate):
    total = sum(
        jnp.sum(jnp.abs(d)) for d in jax.tree.leaves(grads)
    )
    grads = jax.tree.map(
        lambda d: jnp.where(jnp.isfinite(total), d, 0.0),
        grads,
    )
    return jax.tree.map(
        lambda a, d: a - rate * d, params, grads
    )

# %% solution: reduce, and operands
def guarded(p, g, lr):
    ok = jax.tree.reduce(
        lambda so_far, d: so_far & jnp.isfinite(d).all(),
        g,
        True,
    )

    def move(p, g):
        return jax.tree.map(lambda a, d: a - lr * d, p, g)

    def stay(p, g):
        return p

    return jax.lax.cond(ok, move, stay, p, g)

# %% wrong: not-skipped
def guarded(p, g, lr):
    return jax.tree.map(lambda a, d: a - lr * d, p, g)

# %% wrong: not-skipped
def guarded(p, g, lr):
    finite = [
        jnp.isfinite(d).all() for d in jax.tree.leaves(g)
    ]
    ok = jnp.all(jnp.stack(finite))
    return jax.tree.map(lambda a, d: a - ok * lr * d, p, g)

# %% wrong: per-entry
def guarded(p, g, lr):
    return jax.tree.map(
        lambda a, d: jnp.where(
            jnp.isfinite(d), a - lr * d, a
        ),
        p,
        g,
    )

# %% wrong: per-entry
def guarded(p, g, lr):
    clean = jax.tree.map(
        lambda d: jnp.nan_to_num(d, posinf=0, neginf=0), g
    )
    return jax.tree.map(lambda a, d: a - lr * d, p, clean)

# %% wrong: per-array
def guarded(p, g, lr):
    return jax.tree.map(
        lambda a, d: jnp.where(
            jnp.isfinite(d).all(), a - lr * d, a
        ),
        p,
        g,
    )

# %% wrong: infinity-passes
def guarded(p, g, lr):
    bad = False
    for d in jax.tree.leaves(g):
        bad = bad | jnp.isnan(d).any()
    return jax.tree.map(
        lambda a, d: jnp.where(bad, a, a - lr * d), p, g
    )

# %% wrong: always-stays
def guarded(p, g, lr):
    ok = jnp.array(True)
    for d in jax.tree.leaves(g):
        ok = ok & jnp.all(jnp.isfinite(d))
    move = lambda: jax.tree.map(
        lambda a, d: a - lr * d, p, g
    )
    return jax.lax.cond(ok, lambda: p, move)

# %% wrong: not-skipped
def guarded(p, g, lr):
    ok = False
    for d in jax.tree.leaves(g):
        ok = ok | jnp.any(jnp.isfinite(d))
    return jax.tree.map(
        lambda a, d: jnp.where(ok, a - lr * d, a), p, g
    )

# %% wrong: wrong-value
def guarded(p, g, lr):
    ok = jnp.array(True)
    for d in jax.tree.leaves(g):
        ok = ok & jnp.all(jnp.isfinite(d))
    move = lambda: jax.tree.map(
        lambda a, d: a - 0.1 * d, p, g
    )
    return jax.lax.cond(ok, move, lambda: p)

# %% wrong: clinic/traced-branch
def guarded(p, g, lr):
    for d in jax.tree.leaves(g):
        if not jnp.all(jnp.isfinite(d)):
            return p
    return jax.tree.map(lambda a, d: a - lr * d, p, g)

# %% wrong: clinic/branch-mismatch
def guarded(p, g, lr):
    ok = jnp.array(True)
    for d in jax.tree.leaves(g):
        ok = ok & jnp.all(jnp.isfinite(d))
    new = jax.tree.map(lambda a, d: a - lr * d, p, g)
    return jax.lax.cond(ok, new, p)

# %% wrong: clinic/branch-mismatch
def guarded(p, g, lr):
    ok = jnp.array(True)
    for d in jax.tree.leaves(g):
        ok = ok & jnp.all(jnp.isfinite(d))
    move = lambda: jax.tree.map(
        lambda a, d: a - lr * d, p, g
    )
    return jax.lax.cond(ok, move, lambda: None)

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import expect, finite, need, unchanged

SHAPES = (
    {"w": (3, 2), "b": (2,), "scale": ()},
    [{"w": (1, 4)}, {"w": (4, 2), "b": (2,)}],
    {"only": (5,)},
)


def check(learner, reference, rng):
    step = learner.jit(learner.guarded)
    for shapes in SHAPES:
        p, g = rng.like(shapes), rng.like(shapes)
        lr = rng.number(0.01, 0.5)
        moved = jax.tree.map(lambda a, d: a - lr * d, p, g)
        for f in (learner.guarded, step):
            expect(unchanged(f, p, g, lr), moved, inputs={"p": p, "g": g, "lr": lr},
                   mistakes={"always-stays": p})
        # Large is not infinite.
        large = jax.tree.map(lambda d: 1e6 * d, g)
        expect(step(p, large, lr), jax.tree.map(lambda a, d: a - lr * d, p, large),
               inputs={"p": p, "g": large, "lr": lr}, mistakes={"always-stays": p})
        for value in (jnp.nan, jnp.inf, -jnp.inf):
            for place in range(len(jax.tree.leaves(g))):
                stays(learner, step, p, spoiled(rng, g, place, value), lr, value)


def spoiled(rng, g, place, value):
    """The gradient with one number of one leaf replaced."""
    leaves, structure = jax.tree.flatten(g)
    leaf = leaves[place]
    at = tuple(rng.whole(0, n) for n in leaf.shape)
    leaves[place] = leaf.at[at].set(value)
    return jax.tree.unflatten(structure, leaves)


def stays(learner, step, p, g, lr, value):
    got = step(p, g, lr)
    moved = lambda a, d: a - lr * d
    entry = jax.tree.map(lambda a, d: jnp.where(jnp.isfinite(d), moved(a, d), a), p, g)
    array = jax.tree.map(
        lambda a, d: jnp.where(jnp.isfinite(d).all(), moved(a, d), a), p, g)
    if not finite(got):
        need(value != value, "infinity-passes", got, p)
        need(False, "not-skipped", got, p)
    expect(got, p, inputs={"p": p, "g": g, "lr": lr},
           mistakes={"per-array": array, "per-entry": entry})
