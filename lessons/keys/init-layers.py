# %% starter
def init(key, n):
    ...


for w in init(jax.random.key(0), 3):
    print(w)

# %% solution: split
def init(key, n):
    keys = jax.random.split(key, n)
    return [jax.random.normal(k, (4, 4)) for k in keys]

# %% solution: one large draw
def init(key, n):
    return list(jax.random.normal(key, (n, 4, 4)))

# %% solution: fold_in
def init(key, n):
    weights = []
    for i in range(n):
        sub = jax.random.fold_in(key, i)
        weights.append(jax.random.normal(sub, (4, 4)))
    return weights

# %% solution: one at a time
def init(key, layers):
    out = []
    for _ in range(layers):
        key, sub = jax.random.split(key)
        out += [jax.random.normal(sub, shape=(4, 4))]
    return out

# %% solution: vmap
def init(key, n):
    one = lambda k: jax.random.normal(k, (4, 4))
    return list(jax.vmap(one)(jax.random.split(key, n)))

# %% wrong: same-matrices
def init(key, n):
    return [
        jax.random.normal(key, (4, 4)) for _ in range(n)
    ]

# %% wrong: same-matrices
def init(key, n):
    weights = []
    for _ in range(n):
        _, sub = jax.random.split(key)
        weights.append(jax.random.normal(sub, (4, 4)))
    return weights

# %% wrong: same-matrices
def init(key, n):
    return [jax.random.normal(key, (4, 4))] * n

# %% wrong: key-ignored
def init(key, n):
    keys = jax.random.split(jax.random.key(0), n)
    return [jax.random.normal(k, (4, 4)) for k in keys]

# %% wrong: key-ignored
def init(key, n):
    draw = np.random.randn
    return [jnp.array(draw(4, 4)) for _ in range(n)]

# %% wrong: parent-reused
def init(key, n):
    first = jax.random.normal(key, (4, 4))
    keys = jax.random.split(key, n - 1)
    rest = [jax.random.normal(k, (4, 4)) for k in keys]
    return [first, *rest]

# %% wrong: parent-reused
def init(key, n):
    weights = []
    for _ in range(n):
        weights.append(jax.random.normal(key, (4, 4)))
        key, sub = jax.random.split(key)
    return weights

# %% wrong: fixed-count
def init(key, n):
    k1, k2, k3 = jax.random.split(key, 3)
    return [
        jax.random.normal(k1, (4, 4)),
        jax.random.normal(k2, (4, 4)),
        jax.random.normal(k3, (4, 4)),
    ]

# %% wrong: not-normal
def init(key, n):
    keys = jax.random.split(key, n)
    return [jax.random.uniform(k, (4, 4)) for k in keys]

# %% wrong: related
def init(key, n):
    w = jax.random.normal(key, (4, 4))
    return [w * (-1) ** i for i in range(n)]

# %% wrong: wrong-shape
def init(key, n):
    keys = jax.random.split(key, n)
    return [jax.random.normal(k, (4,)) for k in keys]

# %% wrong: clinic/key-type
def init(key, n):
    keys = jax.random.split(key, n)
    return [
        jax.random.normal(keys, (4, 4)) for _ in range(n)
    ]

# %% wrong: related
def init(key, n):
    keys = jax.random.split(key, 4)
    return [jax.random.normal(keys[i % 4], (4, 4)) for i in range(n)]

# %% wrong: related
def init(key, n):
    w = jax.random.normal(key, (4, 4))
    return [jnp.roll(w, i, axis=1) for i in range(n)]

# %% wrong: not-normal
def init(key, n):
    keys = jax.random.split(key, n)
    return [jax.random.truncated_normal(k, -2.0, 2.0, (4, 4)) for k in keys]

# %% wrong: wrong-structure
def init(key, n):
    return jax.random.normal(key, (n, 4, 4))

# %% check
import jax.numpy as jnp

from tutor.checking import (
    close,
    expect_form,
    independent,
    looks_normal,
    need,
    unchanged,
)


def check(learner, reference, rng):
    alone, pairs = weights(learner, reference, rng)
    for a, b in pairs:
        need(not close(a, b), "same-matrices")
    one, other = rng.keys(2)
    first, second = learner.init(one, 2), learner.init(other, 2)
    need(not close(first, second), "key-ignored")
    need(not learner.key_reuse(learner.init, rng.key(), 3), "parent-reused")
    need(looks_normal(alone), "not-normal")
    left, right = (jnp.stack(side) for side in zip(*pairs, strict=True))
    need(independent(left, right), "related")
    # Numbers of one call, over many calls: none follows from another one.
    keys = rng.keys(50)
    draws = jnp.stack([jnp.stack(learner.init(key, 6)).ravel() for key in keys])
    together = jnp.abs(jnp.corrcoef(draws.T) - jnp.eye(draws.shape[1]))
    need(float(together.max()) < 0.8, "related")
    need(looks_normal(draws), "not-normal")


def weights(learner, reference, rng):
    """All first matrices, and pairs of matrices that came from one call."""
    alone, pairs = [], []
    unchanged(learner.init, rng.key(), 2, again="key-ignored")
    for key, n in zip(rng.keys(24), [2, 3, 1, 4] * 6, strict=True):
        result = learner.init(key, n)
        needed = reference.init(key, n)
        if isinstance(result, list | tuple):
            need(len(result) in (n, n - 1) or len(result) != 3, "fixed-count",
                 len(result), n)
        expect_form(result, needed, exact=True, inputs={"n": n})
        alone.append(result[0])
        pairs += zip(result, result[1:], strict=False)
    return jnp.stack(alone), pairs
