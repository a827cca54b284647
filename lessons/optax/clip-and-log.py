# %% starter
import optax


def make(limit, lr):
    ...


opt = make(1.0, 0.1)
p = {"w": jnp.zeros(2), "b": jnp.zeros(())}
g = {"w": jnp.array([3.0, 4.0]), "b": jnp.array(12.0)}
updates, state = opt.update(g, opt.init(p), p)
print(updates)

# %% solution: a chain
import optax


def make(limit, lr):
    clip = optax.clip_by_global_norm(limit)
    return optax.chain(clip, optax.sgd(lr))

# %% solution: scaled at the end
from optax import chain, clip_by_global_norm, scale


def make(limit, lr):
    return chain(clip_by_global_norm(limit), scale(-lr))

# %% solution: by hand
import optax


def make(limit, lr):
    def init(params):
        return ()

    def update(grads, state, params=None):
        leaves = jax.tree.leaves(grads)
        norm = jnp.sqrt(sum(jnp.sum(g**2) for g in leaves))
        scale = jnp.minimum(1.0, limit / norm)
        return jax.tree.map(
            lambda g: -lr * scale * g, grads
        ), state

    return optax.GradientTransformation(init, update)

# %% solution: the limit in other units
import optax


def make(limit, lr):
    return optax.chain(
        optax.sgd(lr), optax.clip_by_global_norm(limit * lr)
    )

# %% wrong: clipped-after
import optax


def make(limit, lr):
    clip = optax.clip_by_global_norm(limit)
    return optax.chain(optax.sgd(lr), clip)

# %% wrong: per-element
import optax


def make(limit, lr):
    return optax.chain(optax.clip(limit), optax.sgd(lr))

# %% wrong: no-clip
import optax


def make(limit, lr):
    return optax.sgd(lr)

# %% wrong: uphill
import optax


def make(limit, lr):
    clip = optax.clip_by_global_norm(limit)
    return optax.chain(clip, optax.scale(lr))

# %% wrong: clip-only
import optax


def make(limit, lr):
    return optax.clip_by_global_norm(limit)

# %% wrong: values-ignored
import optax


def make(limit, lr):
    clip = optax.clip_by_global_norm(1.0)
    return optax.chain(clip, optax.sgd(lr))

# %% wrong: values-ignored
import optax


def make(limit, lr):
    clip = optax.clip_by_global_norm(limit)
    return optax.chain(clip, optax.sgd(0.1))

# %% wrong: always-scaled
import optax


def make(limit, lr):
    def update(grads, state, params=None):
        leaves = jax.tree.leaves(grads)
        norm = jnp.sqrt(sum(jnp.sum(g**2) for g in leaves))
        return jax.tree.map(
            lambda g: -lr * limit * g / norm, grads
        ), state

    return optax.GradientTransformation(
        lambda params: (), update
    )

# %% wrong: per-array
import optax


def make(limit, lr):
    def clip(g):
        norm = jnp.sqrt(jnp.sum(g**2))
        return g * jnp.minimum(1.0, limit / norm)

    cut = optax.stateless(
        lambda g, p: jax.tree.map(clip, g)
    )
    return optax.chain(cut, optax.sgd(lr))

# %% wrong: not-an-optimizer
import optax


def make(limit, lr):
    return optax.clip_by_global_norm(limit), optax.sgd(lr)

# %% wrong: values-ignored
import optax


def make(limit, lr):
    clip = optax.clip_by_global_norm(limit)
    return optax.chain(clip, optax.adam(lr))

# %% wrong: clipped-after
import optax


def make(limit, lr):
    clip = optax.clip_by_global_norm(limit)
    return optax.chain(clip, optax.sgd(lr), clip)

# %% wrong: no-return
import optax


def make(limit, lr):
    clip = optax.clip_by_global_norm(limit)
    optax.chain(clip, optax.sgd(lr))

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import close, expect, need

SHAPES = (
    {"a": (2,), "b": (3,)},
    {"w": [(3, 2), (4,)], "b": ()},
    [(6,), {"k": (1, 2)}],
)


# A rate above 1 shows who clips the updates as well.
RATES = ((0.02, 0.1), (0.2, 0.5), (1.5, 3.0))


def check(learner, reference, rng):
    for shapes, rates in zip(SHAPES, RATES, strict=True):
        limit, lr = rng.number(0.5, 3.0), rng.number(*rates)
        opt = learner.make(limit, lr)
        need(opt is not None, "no-return")
        need(hasattr(opt, "update") and not isinstance(opt, list), "not-an-optimizer")
        for size in (0.1, 50.0, 0.6):
            p, g = rng.like(shapes), sized(rng.like(shapes), size * limit)
            state = opt.init(p)
            for _ in range(2):
                u, state = opt.update(g, state, p)
                right = steps(g, limit, lr)
                if not close(u, right):
                    explain(learner, opt, u, right, p, g, limit, lr)
                expect(u, right, inputs={"g": g, "limit": limit, "lr": lr})


def explain(learner, opt, u, right, p, g, limit, lr):
    """Names the mistake whose updates these are."""
    for feedback, mistaken in mistakes(g, limit, lr).items():
        need(not close(u, mistaken), feedback, u, right)
    need(not constant(learner, opt, g, p, limit, lr), "values-ignored", u, right)


def norm(tree):
    return jnp.sqrt(sum(jnp.sum(v**2) for v in jax.tree.leaves(tree)))


def sized(tree, size):
    """The tree, scaled to a norm."""
    return jax.tree.map(lambda v: v * size / norm(tree), tree)


def scaled(tree, factor):
    return jax.tree.map(lambda v: v * factor, tree)


def steps(g, limit, lr):
    return scaled(g, -lr * jnp.minimum(1.0, limit / norm(g)))


def constant(learner, opt, g, p, limit, lr):
    """Whether another limit, or another rate, changes nothing where it should."""
    big = sized(g, 50 * limit)
    u, _ = opt.update(big, opt.init(p), p)
    for other in (learner.make(limit / 3, lr), learner.make(limit, lr / 3)):
        v, _ = other.update(big, other.init(p), p)
        if close(u, v):
            return True
    return False


def mistakes(g, limit, lr):
    cut = lambda v: jnp.minimum(1.0, limit / norm(v))
    down = scaled(g, -lr)
    return {
        "clipped-after": scaled(down, cut(down)),
        "per-element": jax.tree.map(lambda v: -lr * jnp.clip(v, -limit, limit), g),
        "per-array": jax.tree.map(lambda v: -lr * v * cut(v), g),
        "no-clip": down,
        "uphill": scaled(g, lr * cut(g)),
        "clip-only": scaled(g, cut(g)),
        "always-scaled": scaled(g, -lr * limit / norm(g)),
    }
