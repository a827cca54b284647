# %% starter
def tally(ids, n):
    counts = jnp.zeros(n, dtype=int)
    ...


print(tally(jnp.array([0, 2, 2, 1, 2]), 4))

# %% solution: add
def tally(ids, n):
    counts = jnp.zeros(n, dtype=int)
    return counts.at[ids].add(1)

# %% solution: compare and sum
def tally(ids, n):
    return jnp.sum(ids[:, None] == jnp.arange(n), axis=0)

# %% solution: bincount
def tally(ids, n):
    return jnp.bincount(ids, length=n)

# %% solution: a loop
def tally(labels, classes):
    counts = jnp.zeros(classes, dtype=int)
    for label in labels:
        counts = counts.at[label].add(1)
    return counts

# %% solution: one-hot
def tally(ids, n):
    return jax.nn.one_hot(ids, n).sum(axis=0)

# %% wrong: set-not-add
def tally(ids, n):
    counts = jnp.zeros(n, dtype=int)
    return counts.at[ids].set(1)

# %% wrong: set-not-add
def tally(ids, n):
    counts = jnp.zeros(n, dtype=int)
    return counts.at[ids].set(counts[ids] + 1)

# %% wrong: one-per-id
def tally(ids, n):
    counts = jnp.zeros(n, dtype=int)
    return counts[ids] + 1

# %% wrong: one-per-id
def tally(ids, n):
    return jnp.sum(ids[:, None] == jnp.arange(n), axis=1)

# %% wrong: clinic/immutable-array
def tally(ids, n):
    counts = jnp.zeros(n, dtype=int)
    counts[ids] += 1
    return counts

# %% wrong: missing-ids
def tally(ids, n):
    return jnp.bincount(ids)

# %% wrong: missing-ids
def tally(ids, n):
    return jnp.unique(ids, return_counts=True)[1]

# %% wrong: result-dropped
def tally(ids, n):
    counts = jnp.zeros(n, dtype=int)
    counts.at[ids].add(1)
    return counts

# %% wrong: no-return
def tally(ids, n):
    counts = jnp.zeros(n, dtype=int)
    counts = counts.at[ids].add(1)

# %% wrong: fixed-length
def tally(ids, n):
    counts = jnp.zeros(4, dtype=int)
    return counts.at[ids].add(1)

# %% wrong: wrong-value
def tally(ids, n):
    counts = jnp.zeros(n, dtype=int)
    return counts.at[ids].add(ids)

# %% wrong: wrong-value
def tally(ids, n):
    counts = jnp.zeros(n, dtype=int)
    return counts.at[ids - 1].add(1)

# %% check
import jax.numpy as jnp

from tutor.checking import close, expect, need, reject, shape, unchanged

# Ids that occur, most of them several times; 3 and everything above 5 never do.
PRESENT = jnp.array([0, 1, 2, 4, 5, 5])


def check(learner, reference, rng):
    for n, more in ((7, 24), (9, 10)):
        ids = jnp.concatenate([PRESENT, PRESENT[rng.integers(0, 6, more)]])
        ids = ids[rng.permutation(ids.size)]
        compare(learner, reference, ids, n)
    for n, count in ((1, 140), (20, 6)):
        compare(learner, reference, rng.integers(0, n, count), n)


def compare(learner, reference, ids, n):
    got = unchanged(learner.tally, ids, n)
    right = reference.tally(ids, n)
    need(shape(got) != ids.shape, "one-per-id", observed=got, needed=right)
    if shape(got) not in (None, right.shape):
        follows = shape(got) in ((int(ids.max()) + 1,), (jnp.unique(ids).size,))
        need(not follows, "missing-ids", observed=got, needed=right)
        longer = learner.tally(ids, n + 5)
        need(shape(longer) != shape(got), "fixed-length", observed=got, needed=right)
    if not close(got, right):
        reject(
            got,
            {
                "set-not-add": jnp.zeros(n, int).at[ids].set(1),
                "result-dropped": jnp.zeros(n, int),
            },
        )
    # Whole numbers in floats are as good as ints.
    dtype = getattr(got, "dtype", right.dtype)
    if jnp.issubdtype(dtype, jnp.floating):
        right = right.astype(dtype)
    expect(got, right, inputs={"ids": ids, "n": n})
