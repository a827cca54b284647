# %% start
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))

# %% right: vectorize
_d = jnp.vectorize(dist, signature="(k),(k)->()")
def all_dist(P, Q):
    return _d(P[:, None, :], Q[None, :, :])

# %% right: meshgrid and flat vmap
def all_dist(A, B):
    i, j = jnp.meshgrid(jnp.arange(len(A)), jnp.arange(len(B)), indexing="ij")
    flat = jax.vmap(dist)(A[i.ravel()], B[j.ravel()])
    return flat.reshape(len(A), len(B))

# %% right: loop over the columns
def all_dist(A, B):
    total = jnp.zeros((A.shape[0], B.shape[0]))
    for k in range(A.shape[1]):
        total += jnp.subtract.outer(A[:, k], B[:, k]) ** 2
    return jnp.sqrt(total)

# %% right: repeat and tile
def all_dist(A, B):
    n, m = len(A), len(B)
    return jax.vmap(dist)(jnp.repeat(A, m, 0), jnp.tile(B, (n, 1))).reshape(n, m)

# %% right: gram, clipped
def all_dist(A, B):
    sq = (A**2).sum(1)[:, None] + (B**2).sum(1) - 2 * A @ B.T
    return jnp.sqrt(jnp.maximum(sq, 0))

# %% wrong: outer loop
def all_dist(A, B):
    return jnp.stack([jax.vmap(dist, (None, 0))(a, B) for a in A])

# %% wrong: A with A
def all_dist(A, B):
    return jax.vmap(jax.vmap(dist, (None, 0)), (0, None))(A, A)

# %% wrong: cosine
def all_dist(A, B):
    return A @ B.T

# %% wrong: lax.map over rows
def all_dist(A, B):
    return jax.lax.map(lambda a: jax.vmap(lambda b: dist(a, b))(B), A)

# %% wrong: max
def all_dist(A, B):
    return jnp.abs(A[:, None] - B[None]).max(-1)
