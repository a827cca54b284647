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

# %% check
import jax.numpy as jnp

from tutor.checking import close, expect, expect_form, need, rate_near, unchanged


def check(learner, reference, rng):
    flips = []
    again = rng.normal(5, 2)
    unchanged(learner.augment, rng.key(), again, again="key-ignored")
    for key, (rows, columns) in zip(rng.keys(24), [(5, 2), (8, 3), (3, 4), (6, 1)] * 6,
                                    strict=True):
        X = rng.normal(rows, columns) + 3.0
        got = learner.augment(key, X)
        expect_form(got, X, inputs={"X": X})
        flips.append(flipped(got, X))
    need(any(bool(f.any()) for f in flips), "never-flips")
    alike = [bool(f.all()) or not bool(f.any()) for f in flips]
    need(not all(alike), "one-coin-for-all")
    X = rng.normal(30, 2) + 3.0
    results = [learner.augment(key, X) for key in rng.keys(2)]
    need(not close(*results), "key-ignored")
    need(rate_near(jnp.concatenate(flips), 0.5), "wrong-rate")
    each_by_itself(learner, rng)
    need(not learner.key_reuse(learner.augment, rng.key(), X), "parent-reused")
    one = rng.normal(1, 3)
    flipped(learner.augment(rng.key(), one), one)


def each_by_itself(learner, rng):
    """How many flip differs from key to key, and no two rows share their fate."""
    X = rng.uniform(6, 2, low=1.0, high=2.0)
    flips = jnp.stack([flipped(learner.augment(key, X), X) for key in rng.keys(50)])
    together = jnp.abs(jnp.corrcoef(flips.T.astype(float)) - jnp.eye(len(X)))
    need(jnp.unique(flips.sum(1)).size > 1 and float(jnp.nanmax(together)) < 0.85, "linked")


def flipped(got, X):
    """Which rows came back with the other sign; each has to be whole."""
    entries = got * X < 0
    if close(jnp.abs(got), jnp.abs(X)):
        need(bool((entries == entries[:, :1]).all()), "coin-per-entry")
    rows = entries[:, 0]
    expect(got, jnp.where(rows[:, None], -X, X), inputs={"X": X})
    return rows
