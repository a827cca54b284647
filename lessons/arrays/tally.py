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
