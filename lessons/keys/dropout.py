# %% starter
def dropout(key, x, rate):
    ...


x = jnp.ones((3, 8))
print(dropout(jax.random.key(0), x, 0.25))

# %% solution: bernoulli and where
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1 - rate, x.shape)
    return jnp.where(keep, x / (1 - rate), 0.0)

# %% solution: uniform, and a mask to multiply with
def dropout(key, x, rate):
    mask = jax.random.uniform(key, x.shape) >= rate
    return x * mask / (1 - rate)

# %% solution: the dropped ones by at
def dropout(key, values, p):
    drop = jax.random.bernoulli(key, p, values.shape)
    scaled = values / (1 - p)
    return jnp.where(drop, jnp.zeros_like(values), scaled)

# %% solution: through a split
def dropout(key, x, rate):
    _, sub = jax.random.split(key)
    kept = jax.random.uniform(sub, x.shape) < 1 - rate
    return kept * x * (1 / (1 - rate))

# %% wrong: parent-reused
def dropout(key, x, rate):
    key_rest, sub = jax.random.split(key)
    kept = jax.random.uniform(key, x.shape) < 1 - rate
    return kept * x * (1 / (1 - rate))

# %% wrong: not-rescaled
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1 - rate, x.shape)
    return jnp.where(keep, x, 0.0)

# %% wrong: scaled-down
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1 - rate, x.shape)
    return jnp.where(keep, x * (1 - rate), 0.0)

# %% wrong: kept-and-dropped-swapped
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, rate, x.shape)
    return jnp.where(keep, x / (1 - rate), 0.0)

# %% wrong: kept-and-dropped-swapped
def dropout(key, x, rate):
    keep = jax.random.uniform(key, x.shape) < rate
    return jnp.where(keep, x / (1 - rate), 0.0)

# %% wrong: one-coin
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1 - rate)
    return jnp.where(keep, x / (1 - rate), 0.0)

# %% wrong: shared-coins
def dropout(key, x, rate):
    keep = jax.random.bernoulli(
        key, 1 - rate, x.shape[-1:]
    )
    return jnp.where(keep, x / (1 - rate), 0.0)

# %% wrong: key-ignored
def dropout(key, x, rate):
    k = jax.random.key(0)
    keep = jax.random.bernoulli(k, 1 - rate, x.shape)
    return jnp.where(keep, x / (1 - rate), 0.0)

# %% wrong: key-ignored
def dropout(key, x, rate):
    keep = np.random.rand(*x.shape) >= rate
    return jnp.where(keep, x / (1 - rate), 0.0)

# %% wrong: rate-ignored
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, shape=x.shape)
    return jnp.where(keep, 2 * x, 0.0)

# %% wrong: rate-ignored
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 0.75, x.shape)
    return jnp.where(keep, x / 0.75, 0.0)

# %% wrong: mask-returned
def dropout(key, x, rate):
    return jax.random.bernoulli(key, 1 - rate, x.shape)

# %% wrong: no-return
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1 - rate, x.shape)
    x = jnp.where(keep, x / (1 - rate), 0.0)

# %% wrong: wrong-value
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1 - rate, x.shape)
    return jnp.where(keep, x + rate, 0.0)

# %% wrong: linked
def dropout(key, x, rate):
    lost = int(round(rate * x.size))
    places = jax.random.permutation(key, x.size)
    keep = (places >= lost).reshape(x.shape)
    return jnp.where(keep, x / (1 - rate), 0)

# %% wrong: linked
def dropout(key, x, rate):
    half = jax.random.bernoulli(key, 1 - rate, ((x.size + 1) // 2,))
    keep = jnp.concatenate([half, half])[: x.size]
    return jnp.where(keep.reshape(x.shape), x / (1 - rate), 0)

# %% wrong: wrong-rate
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1 - rate, x.shape)
    return jnp.where(keep, x / (1 - rate), jnp.nan)

# %% wrong: wrong-rate
def dropout(key, x, rate):
    spread = jnp.sqrt(rate / (1 - rate))
    return x * (1 + spread * jax.random.normal(key, x.shape))

# %% check
import jax.numpy as jnp

from tutor.checking import close, expect, expect_form, need, rate_near, unchanged

SHAPES = ((90, 60), (5000,), (20, 30, 11))


def check(learner, reference, rng):
    rates = [rng.number(0.1, 0.2), rng.number(0.3, 0.4), rng.number(0.6, 0.8)]
    dropped, results = [], []
    for shape, rate in zip(SHAPES, rates, strict=True):
        x = rng.normal(*shape, scale=3.0) + 0.5
        key, other = rng.keys(2)
        got = unchanged(learner.dropout, key, x, rate, again="key-ignored")
        need(getattr(got, "dtype", None) != bool, "mask-returned", got)
        expect_form(got, x, inputs={"rate": rate})
        again = learner.dropout(other, x, rate)
        gone, gone_again = got == 0, again == 0
        one_coin = whole(got, x) and whole(again, x)
        need(not one_coin, "one-coin")
        need(bool(gone.any()), "wrong-rate", 0.0, rate)
        coins(gone)
        need(not bool((gone == gone_again).all()), "key-ignored")
        dropped.append(gone)
        results.append((x, rate, got))
    shares = [float(jnp.mean(gone)) for gone in dropped]
    if not all(rate_near(gone, rate) for gone, rate in zip(dropped, rates, strict=True)):
        swapped = [rate_near(~gone, rate) for gone, rate in zip(dropped, rates, strict=True)]
        need(not all(swapped), "kept-and-dropped-swapped", shares, rates)
        need(max(shares) - min(shares) > 0.1, "rate-ignored", shares, rates)
        need(False, "wrong-rate", shares, rates)
    for (x, rate, got), gone in zip(results, dropped, strict=True):
        expect(got, jnp.where(gone, 0.0, x / (1 - rate)), inputs={"rate": rate},
               mistakes={"not-rescaled": jnp.where(gone, 0.0, x),
                         "scaled-down": jnp.where(gone, 0.0, x * (1 - rate))})
    each_by_itself(learner, rng)
    x = rng.normal(7, 3)
    need(not learner.key_reuse(learner.dropout, rng.key(), x, 0.5), "parent-reused")
    expect(learner.dropout(rng.key(), x, 0.0), x, inputs={"rate": 0.0})


def each_by_itself(learner, rng):
    """How many fall differs from key to key, and no two entries share their fate."""
    x = rng.uniform(4, 6, low=1.0, high=2.0)
    gone = jnp.stack([learner.dropout(key, x, 0.5).ravel() == 0 for key in rng.keys(50)])
    together = jnp.abs(jnp.corrcoef(gone.T.astype(float)) - jnp.eye(x.size))
    need(jnp.unique(gone.sum(1)).size > 1 and float(jnp.nanmax(together)) < 0.85, "linked")


def whole(got, x):
    """Whether everything fell, or everything survived, as one coin for the whole array would have it."""
    factor = got / x
    return bool((jnp.abs(factor - factor.ravel()[0]) <= 1e-3).all())


def coins(gone):
    """Whether one coin decided for all entries along an axis."""
    if gone.ndim > 1:
        for axis in range(gone.ndim):
            first = jnp.take(gone, jnp.array([0]), axis)
            need(not bool((gone == first).all()), "shared-coins")
