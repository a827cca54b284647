# %% starter
import optax


def norm(tree):
    ...


def loss(p, t):
    outlier = jnp.where(t % 10 == 9, 40.0, 1.0)
    return outlier * jnp.sum(p["w"] ** 2) + p["b"] ** 2


clip = optax.clip_by_global_norm(1.0)
opt = optax.chain(clip, optax.sgd(0.02))
p = {"w": jnp.ones(3), "b": jnp.array(1.0)}
state = opt.init(p)
for t in range(40):
    g = jax.grad(loss)(p, t)
    updates, state = opt.update(g, state, p)
    p = optax.apply_updates(p, updates)
    log(t, gradient=norm(g), used=norm(updates) / 0.02)

# %% solution: leaf by leaf
def norm(tree):
    total = 0.0
    for leaf in jax.tree.leaves(tree):
        total = total + jnp.sum(leaf**2)
    return jnp.sqrt(total)

# %% solution: one long vector
from jax.flatten_util import ravel_pytree


def norm(tree):
    flat, _ = ravel_pytree(tree)
    return jnp.linalg.norm(flat)

# %% solution: Optax has it
import optax


def norm(tree):
    return optax.tree.norm(tree)

# %% solution: map and reduce
def norm(grads):
    squares = jax.tree.map(lambda v: jnp.vdot(v, v), grads)
    return jax.tree.reduce(jnp.add, squares) ** 0.5

# %% solution: the norm of norms
def norm(tree):
    leaves = jax.tree.leaves(tree)
    norms = [jnp.linalg.norm(v.ravel()) for v in leaves]
    return jnp.linalg.norm(jnp.stack(norms))

# %% wrong: sum-of-norms
def norm(tree):
    total = 0.0
    for leaf in jax.tree.leaves(tree):
        total = total + jnp.sqrt(jnp.sum(leaf**2))
    return total

# %% wrong: not-rooted
def norm(tree):
    leaves = jax.tree.leaves(tree)
    return sum(jnp.sum(leaf**2) for leaf in leaves)

# %% wrong: mean
def norm(tree):
    leaves = jax.tree.leaves(tree)
    flat = jnp.concatenate([v.ravel() for v in leaves])
    return jnp.sqrt(jnp.mean(flat**2))

# %% wrong: sizes-added
def norm(tree):
    leaves = jax.tree.leaves(tree)
    return sum(jnp.sum(jnp.abs(leaf)) for leaf in leaves)

# %% wrong: largest
def norm(tree):
    leaves = jax.tree.leaves(tree)
    return jnp.max(
        jnp.stack([jnp.max(jnp.abs(v)) for v in leaves])
    )

# %% wrong: one-array
def norm(tree):
    for leaf in jax.tree.leaves(tree):
        total = jnp.sum(leaf**2)
    return jnp.sqrt(total)

# %% wrong: one-array
def norm(tree):
    return jnp.linalg.norm(jax.tree.leaves(tree)[0])

# %% wrong: a-tree
def norm(tree):
    return jax.tree.map(
        lambda v: jnp.sqrt(jnp.sum(v**2)), tree
    )

# %% wrong: two-keys-only
def norm(tree):
    w, b = tree["w"], tree["b"]
    return jnp.sqrt(jnp.sum(w**2) + b**2)

# %% wrong: no-return
def norm(tree):
    leaves = jax.tree.leaves(tree)
    total = sum(jnp.sum(v**2) for v in leaves)
    jnp.sqrt(total)

# %% wrong: wrong-value
def norm(tree):
    leaves = jax.tree.leaves(tree)
    return jnp.sqrt(jnp.abs(sum(jnp.sum(v) for v in leaves)))

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import attempt, close, expect, fail, shape, unchanged

SHAPES = (
    {"w": (3,), "b": ()},
    [(2, 3, 4), {"k": ((5,), (1,))}],
    {"w": (4, 2), "b": (2,), "scale": ()},
    {"only": (2, 3)},
)


def check(learner, reference, rng):
    for number, shapes in enumerate(SHAPES):
        for scale in (3.0, 0.01):
            tree = rng.like(shapes, scale=scale)
            if not number:
                # The number is not the largest entry: that would be its own norm, too.
                tree["w"] = tree["w"].at[0].set(jnp.abs(tree["b"]) + scale)
            tried = attempt(learner.norm, tree)
            if number and tried.error is not None:
                if {"KeyError", "TypeError", "AttributeError"} & set(tried.error.names):
                    fail("two-keys-only")
            got = unchanged(learner.norm, tree)
            if got is not None and shape(got) is None:
                fail("a-tree", got, reference.norm(tree))
            expect(got, reference.norm(tree), inputs={"tree": tree}, mistakes=mistakes(tree, got))


def mistakes(tree, got):
    leaves = jax.tree.leaves(tree)
    sums = jnp.stack([jnp.sum(v**2) for v in leaves])
    flat = jnp.concatenate([v.ravel() for v in leaves])
    # Of a tree with one array in it, some mistakes are right.
    known = {
        "not-rooted": jnp.sum(sums),
        "mean": jnp.sqrt(jnp.mean(flat**2)),
        "sizes-added": jnp.sum(jnp.abs(flat)),
        "largest": jnp.max(jnp.abs(flat)),
    }
    if len(leaves) > 1:
        known["sum-of-norms"] = jnp.sum(jnp.sqrt(sums))
        known["one-array"] = next((one for one in jnp.sqrt(sums) if close(got, one)), jnp.nan)
    return known
