# %% right: optax
import optax
def norm(tree):
    return optax.global_norm(tree)

# %% right: leaves
def norm(tree):
    return jnp.sqrt(sum(jnp.sum(jnp.square(l)) for l in jax.tree.leaves(tree)))

# %% right: reduce
def norm(tree):
    return jax.tree.reduce(lambda a, l: a + jnp.sum(l ** 2), tree, 0.0) ** 0.5

# %% right: ravel
from jax.flatten_util import ravel_pytree
def norm(tree):
    """Length."""
    flat, _ = ravel_pytree(tree)
    return jnp.linalg.norm(flat)

# %% right: norm of norms
def norm(tree):
    return jnp.linalg.norm(jnp.array([jnp.linalg.norm(jnp.ravel(l)) for l in jax.tree_util.tree_leaves(tree)]))

# %% right: concatenate
norm = lambda tree: jnp.linalg.norm(jnp.concatenate([jnp.ravel(l) for l in jax.tree.leaves(tree)]))

# %% right: recursion
def sq(t):
    if isinstance(t, dict):
        return sum(sq(v) for v in t.values())
    if isinstance(t, (list, tuple)):
        return sum(sq(v) for v in t)
    return jnp.sum(jnp.asarray(t) ** 2)
def norm(tree):
    return jnp.sqrt(sq(tree))

# %% right: vdot tree map
def norm(tree):
    parts = jax.tree.map(lambda a: jnp.vdot(a, a), tree)
    return jnp.sqrt(sum(jax.tree.leaves(parts)))

# %% wrong: sum of norms
def norm(tree):
    return sum(jnp.linalg.norm(jnp.ravel(l)) for l in jax.tree.leaves(tree))

# %% wrong: no sqrt
def norm(tree):
    return sum(jnp.sum(l ** 2) for l in jax.tree.leaves(tree))

# %% wrong: w b keys
def norm(tree):
    return jnp.sqrt(jnp.sum(tree["w"] ** 2) + tree["b"] ** 2)

# %% wrong: one level
def norm(tree):
    return jnp.sqrt(sum(jnp.sum(v ** 2) for v in tree.values()))

# %% wrong: max
def norm(tree):
    return max(jnp.max(jnp.abs(l)) for l in jax.tree.leaves(tree))

# %% wrong: abs
def norm(tree):
    return sum(jnp.sum(jnp.abs(l)) for l in jax.tree.leaves(tree))

# %% wrong: mean
def norm(tree):
    return jnp.sqrt(sum(jnp.mean(l ** 2) for l in jax.tree.leaves(tree)))

# %% wrong: tree of norms
def norm(tree):
    return jax.tree.map(lambda l: jnp.sqrt(jnp.sum(l ** 2)), tree)

# %% wrong: spectral
def norm(tree):
    return jnp.sqrt(sum((jnp.linalg.norm(l, 2) if l.ndim else jnp.abs(l)) ** 2 for l in jax.tree.leaves(tree)))

# %% wrong: sqrt of sum squared
def norm(tree):
    return jnp.sqrt(sum(jnp.sum(l) ** 2 for l in jax.tree.leaves(tree)))

# %% wrong: first leaf
def norm(tree):
    return jnp.linalg.norm(jax.tree.leaves(tree)[0])

# %% wrong: divided by n leaves
def norm(tree):
    ls = jax.tree.leaves(tree)
    return jnp.sqrt(sum(jnp.sum(l ** 2) for l in ls) / len(ls))

# %% wrong: ignore scalars
def norm(tree):
    return jnp.sqrt(sum(jnp.sum(l ** 2) for l in jax.tree.leaves(tree) if l.ndim))

# %% wrong: clipped
def norm(tree):
    return jnp.minimum(jnp.sqrt(sum(jnp.sum(l ** 2) for l in jax.tree.leaves(tree))), 1.0)

# %% wrong: rows concatenated last axis
def norm(tree):
    return jnp.sqrt(sum(jnp.sum(l[..., 0] ** 2) if l.ndim > 1 else jnp.sum(l**2) for l in jax.tree.leaves(tree)))

# %% wrong: eps
def norm(tree):
    return jnp.sqrt(sum(jnp.sum(l ** 2) for l in jax.tree.leaves(tree)) + 1e-2)
