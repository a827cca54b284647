# %% start
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


# %% right: broadcasting and einsum
def all_dist(A, B):
    D = A[:, None, :] - B[None, :, :]
    return jnp.sqrt(jnp.einsum("ijk,ijk->ij", D, D))

# %% right: decorators
from functools import partial


@jax.jit
@partial(jax.vmap, in_axes=(0, None))
@partial(jax.vmap, in_axes=(None, 0))
def all_dist(a, b):
    return dist(a, b)

# %% right: vectorize
all_dist = lambda A, B: jnp.vectorize(dist, signature="(k),(k)->()")(A[:, None], B)

# %% right: pairs of indices
def all_dist(A, B):
    n, m = len(A), len(B)
    i, j = jnp.divmod(jnp.arange(n * m), m)
    return jax.vmap(dist)(A[i], B[j]).reshape(n, m)

# %% right: a loop over columns, not over rows
def all_dist(A, B):
    total = 0.0
    for a, b in zip(A.T, B.T):
        total = total + jnp.subtract.outer(a, b) ** 2
    return jnp.sqrt(total)
