# %% right: a compiled loop
def tally(ids, n):
    def count(k, counts):
        return counts.at[ids[k]].add(1)

    return jax.lax.fori_loop(0, ids.shape[0], count, jnp.zeros(n, int))

# %% right: scan
def tally(ids, n):
    def see(counts, i):
        return counts.at[i].add(1), None

    counts, _ = jax.lax.scan(see, jnp.zeros(n, dtype=jnp.int32), ids)
    return counts

# %% right: vmap over the ids
def tally(ids, n):
    return jax.vmap(lambda k: jnp.sum(ids == k))(jnp.arange(n))

# %% right: einsum of ones and zeros
def tally(ids, n):
    hits = (ids[:, None] == jnp.arange(n)).astype(int)
    return jnp.einsum("ij->j", hits)

# %% right: sorted, then searched
def tally(ids, n):
    ordered = jnp.sort(ids)
    ends = jnp.searchsorted(ordered, jnp.arange(n + 1), side="left")
    return jnp.diff(ends)

# %% wrong: wrong-value
# The counts run over in eight bits.
def tally(ids, n):
    return jnp.zeros(n, dtype=jnp.int8).at[ids].add(1)
