# %% start

# %% right: one-hot product
def confusion(truth, guess, k):
    return (jax.nn.one_hot(truth, k, dtype=int).T @ jax.nn.one_hot(guess, k, dtype=int))

# %% right: bincount
def confusion(truth, guess, k):
    return jnp.bincount(truth * k + guess, length=k * k).reshape(k, k)

# %% right: segment sum
def confusion(truth, guess, k):
    return jax.ops.segment_sum(jnp.ones_like(truth), truth * k + guess, k * k).reshape((k, k))

# %% right: loop
def confusion(truth, guess, k):
    m = jnp.zeros((k, k), int)
    for a, b in zip(truth.tolist(), guess.tolist()):
        m = m.at[a, b].add(1)
    return m

# %% right: comparisons
def confusion(truth, guess, k):
    c = jnp.arange(k)
    return jnp.sum((truth[None, None] == c[:, None, None]) & (guess[None, None] == c[None, :, None]), axis=-1)

# %% right: float counts
def confusion(truth, guess, k):
    return jnp.zeros((k, k)).at[truth, guess].add(1.0)

# %% wrong: numpy +=
def confusion(truth, guess, k):
    m = np.zeros((k, k), int)
    m[np.asarray(truth), np.asarray(guess)] += 1
    return jnp.asarray(m)

# %% wrong: size from data
def confusion(truth, guess, k):
    k = int(truth.max()) + 1
    return jnp.zeros((k, k), int).at[truth, guess].add(1)

# %% wrong: k 3
def confusion(truth, guess, k):
    return jnp.zeros((3, 3), int).at[truth, guess].add(1)

# %% wrong: only mistakes
def confusion(truth, guess, k):
    return jnp.zeros((k, k), int).at[truth, guess].add(truth != guess)

# %% wrong: row shares
def confusion(truth, guess, k):
    m = jnp.zeros((k, k)).at[truth, guess].add(1)
    return m / m.sum(1, keepdims=True)

# %% wrong: k+1
def confusion(truth, guess, k):
    return jnp.zeros((k + 1, k + 1), int).at[truth, guess].add(1)

# %% wrong: at at
def confusion(truth, guess, k):
    return jnp.zeros((k, k), int).at[truth].at[guess].add(1)
confusion(jnp.array([0, 1]), jnp.array([0, 1]), 3)

# %% wrong: list index
def confusion(truth, guess, k):
    m = jnp.zeros((k, k), int)
    m[truth, guess] += 1
    return m

# %% wrong: adds n
def confusion(truth, guess, k):
    return jnp.zeros((k, k), int).at[truth, guess].add(len(truth))
