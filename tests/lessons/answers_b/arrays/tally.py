# %% right: one_hot sum
def tally(ids, n):
    return jax.nn.one_hot(ids, n, dtype=int).sum(0)

# %% right: segment sum
def tally(ids, n):
    return jax.ops.segment_sum(jnp.ones_like(ids), ids, num_segments=n)

# %% right: np.add.at
def tally(ids, n):
    c = np.zeros(n, int)
    np.add.at(c, np.asarray(ids), 1)
    return jnp.asarray(c)

# %% right: sorted search
def tally(ids, n):
    s = jnp.sort(ids)
    edges = jnp.searchsorted(s, jnp.arange(n + 1))
    return jnp.diff(edges)

# %% right: loop with at, vmap
def tally(ids, n):
    return jax.vmap(lambda k: jnp.count_nonzero(ids == k))(jnp.arange(n))

# %% wrong: numpy once
def tally(ids, n):
    counts = np.zeros(n, int)
    counts[np.asarray(ids)] += 1
    return jnp.asarray(counts)

# %% wrong: unique
def tally(ids, n):
    return jnp.unique(ids, return_counts=True)[1]

# %% wrong: histogram
def tally(ids, n):
    return jnp.histogram(ids, bins=n)[0]

# %% wrong: boolean
def tally(ids, n):
    return jnp.isin(jnp.arange(n), ids)

# %% wrong: int8
def tally(ids, n):
    return jnp.zeros(n, dtype=jnp.int8).at[ids].add(1)
