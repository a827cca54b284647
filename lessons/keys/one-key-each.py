# %% starter
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)


def augment(key, X):
    return maybe_flip(key, X)


X = jnp.arange(1.0, 13.0).reshape(6, 2)
print(augment(jax.random.key(0), X))

# %% solution: vmap over keys and rows
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)


def augment(key, X):
    keys = jax.random.split(key, X.shape[0])
    return jax.vmap(maybe_flip)(keys, X)

# %% solution: a loop
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)


def augment(key, X):
    keys = jax.random.split(key, len(X))
    rows = [maybe_flip(k, x) for k, x in zip(keys, X)]
    return jnp.stack(rows)

# %% solution: the number of the row folded in
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)


def augment(key, X):
    def one(i, x):
        return maybe_flip(jax.random.fold_in(key, i), x)

    return jax.vmap(one)(jnp.arange(len(X)), X)

# %% solution: one draw with a coin for each row
def augment(key, X):
    heads = jax.random.bernoulli(key, 0.5, (len(X), 1))
    return jnp.where(heads, -X, X)

# %% wrong: one-coin-for-all
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)


def augment(key, X):
    return maybe_flip(key, X)

# %% wrong: one-coin-for-all
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)


def augment(key, X):
    return jax.vmap(maybe_flip, in_axes=(None, 0))(key, X)

# %% wrong: one-coin-for-all
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)


def augment(key, X):
    _, sub = jax.random.split(key)
    return jnp.stack([maybe_flip(sub, x) for x in X])

# %% wrong: coin-per-entry
def augment(key, X):
    heads = jax.random.bernoulli(key, 0.5, X.shape)
    return jnp.where(heads, -X, X)

# %% wrong: key-ignored
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)


def augment(key, X):
    keys = jax.random.split(jax.random.key(0), len(X))
    return jax.vmap(maybe_flip)(keys, X)

# %% wrong: never-flips
def augment(key, X):
    return X

# %% wrong: clinic/vmap-axes
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)


def augment(key, X):
    return jax.vmap(maybe_flip)(key, X)

# %% wrong: clinic/vmap-axes
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)


def augment(key, X):
    keys = jax.random.split(key, 6)
    return jax.vmap(maybe_flip)(keys, X)

# %% wrong: clinic/key-type
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)


def augment(key, X):
    keys = jax.random.split(key, len(X))
    return maybe_flip(keys, X)

# %% wrong: wrong-value
def augment(key, X):
    heads = jax.random.bernoulli(key, 0.5, (len(X), 1))
    return jnp.where(heads, 2 * X, X)

# %% wrong: linked
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)


def augment(key, X):
    keys = jax.random.split(key, (len(X) + 1) // 2)
    return jnp.stack([maybe_flip(keys[i // 2], x) for i, x in enumerate(X)])

# %% wrong: linked
def augment(key, X):
    n = len(X)
    order = jax.random.permutation(key, n)
    return jnp.where(order[:, None] < n // 2, -X, X)

# %% wrong: one-row-never
def maybe_flip(key, x):
    heads = jax.random.bernoulli(key)
    return jnp.where(heads, -x, x)


def augment(key, X):
    rows = [X[0]]
    for x in X[1:]:
        key, sub = jax.random.split(key)
        rows.append(maybe_flip(sub, x))
    return jnp.stack(rows)

# %% wrong: wrong-rate
def augment(key, X):
    heads = jax.random.bernoulli(key, 0.42, (len(X), 1))
    return jnp.where(heads, -X, X)

# %% wrong: coin-per-entry
def augment(key, X):
    heads = jax.random.bernoulli(key, 0.5, (len(X), 1))
    return jnp.where(heads, -jnp.abs(X), X)

# %% probe
import jax
import jax.numpy as jnp


def batches(key, X, many, few):
    """What becomes of X with many keys; with few, when `vmap` cannot take them."""
    try:
        return jax.vmap(lambda k: learner.augment(k, X))(jax.random.split(key, many))
    except Exception:
        keys = jax.random.split(key, few)
        return jnp.stack([learner.augment(k, X) for k in keys])


# %% check
import jax.numpy as jnp
import numpy as np

from tutor.checking import close, expect, expect_form, need, rate_near, unchanged

MANY, FEW = 1200, 80


def check(learner, reference, rng):
    flips = []
    unchanged(learner.augment, rng.key(), rng.normal(30, 2), again="key-ignored")
    for key, (rows, columns) in zip(rng.keys(24), [(5, 2), (8, 3), (3, 4), (6, 1)] * 6,
                                    strict=True):
        X = apart(rng, rows, columns)
        got = learner.augment(key, X)
        expect_form(got, X, inputs={"X": X})
        flips.append(flipped(got, X))
    need(any(bool(f.any()) for f in flips), "never-flips")
    alike = [bool(f.all()) or not bool(f.any()) for f in flips]
    need(not all(alike), "one-coin-for-all")
    X = apart(rng, 30, 2)
    first, *others = [learner.augment(key, X) for key in rng.keys(8)]
    need(not all(close(first, other) for other in others), "key-ignored")
    each_by_itself(learner, rng)
    need(not learner.key_reuse(learner.augment, rng.key(), X), "parent-reused")
    one = apart(rng, 1, 3)
    flipped(learner.augment(rng.key(), one), one)


def apart(rng, *shape):
    """Numbers of both signs, none of them near 0."""
    x = rng.normal(*shape)
    return x + jnp.where(x < 0, -0.5, 0.5)


def each_by_itself(learner, rng):
    """Each row flips as often as not, and no two rows share their fate."""
    X = rng.uniform(6, 2, low=1.0, high=2.0)
    batches = learner.probe("batches", rng.key(), X, MANY, FEW)
    flips = np.asarray([batches[:, i, 0] * X[i, 0] < 0 for i in range(len(X))]).T
    shares = flips.mean(0)
    need(0 < shares.min() and shares.max() < 1, "one-row-never", shares)
    need(rate_near(flips, 0.5), "wrong-rate", shares)
    together = np.abs(np.corrcoef(flips.T.astype(float)) - np.eye(len(X)))
    limit = min(0.85, 5.5 / len(flips) ** 0.5)
    need(len(np.unique(flips.sum(1))) > 1 and together.max() < limit, "linked")
    need(all(rate_near(flips[:, i], 0.5) for i in range(len(X))), "wrong-rate", shares)


def flipped(got, X):
    """Which rows came back with the other sign; each has to be whole."""
    entries = got * X < 0
    if close(jnp.abs(got), jnp.abs(X)):
        need(bool((entries == entries[:, :1]).all()), "coin-per-entry")
    rows = entries[:, 0]
    expect(got, jnp.where(rows[:, None], -X, X), inputs={"X": X})
    return rows
