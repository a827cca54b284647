# %% right: ravel
from jax.flatten_util import ravel_pytree
def n_params(tree):
    return ravel_pytree(tree)[0].size

# %% right: ones
def n_params(tree):
    ones = jax.tree.map(lambda v: jnp.ones_like(v).sum(), tree)
    return int(sum(jax.tree.leaves(ones)))

# %% right: loop, int64 numpy
def n_params(tree):
    total = 0
    for path, leaf in jax.tree_util.tree_leaves_with_path(tree):
        total += np.size(leaf)
    return total

# %% right: array result
def n_params(tree):
    return jnp.sum(jnp.array([jnp.size(v) for v in jax.tree.leaves(tree)]))

# %% wrong: bytes
def n_params(tree):
    return sum(v.nbytes for v in jax.tree.leaves(tree))

# %% wrong: shape sum
def n_params(tree):
    return sum(sum(v.shape) for v in jax.tree.leaves(tree))

# %% wrong: nonzero
def n_params(tree):
    return sum(int(jnp.count_nonzero(v)) for v in jax.tree.leaves(tree))

# %% wrong: unique by id
def n_params(tree):
    return sum({v.shape: v.size for v in jax.tree.leaves(tree)}.values())

# %% wrong: dict recursion without tuples
def n_params(tree):
    if isinstance(tree, dict):
        return sum(n_params(v) for v in tree.values())
    if isinstance(tree, list):
        return sum(n_params(v) for v in tree)
    return tree.size
