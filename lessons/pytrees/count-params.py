# %% starter
def n_params(tree):
    return ...


tree = {
    "layers": [
        {"w": jnp.zeros((3, 4)), "b": jnp.zeros(4)},
        {"w": jnp.zeros((4, 2)), "b": jnp.zeros(2)},
    ],
    "scale": jnp.ones(()),
}
print(n_params(tree))

# %% solution: sum over the leaves
def n_params(tree):
    return sum(v.size for v in jax.tree.leaves(tree))

# %% solution: reduce
def n_params(tree):
    return jax.tree.reduce(
        lambda n, v: n + v.size, tree, 0
    )

# %% solution: sizes from shapes
def n_params(tree):
    shapes = [v.shape for v in jax.tree.leaves(tree)]
    return int(sum(np.prod(s) for s in shapes))

# %% solution: map, then sum
def n_params(tree):
    sizes = jax.tree.map(jnp.size, tree)
    return sum(jax.tree.leaves(sizes))

# %% solution: one long vector
def n_params(params):
    flat, _ = jax.flatten_util.ravel_pytree(params)
    return len(flat)

# %% wrong: counts-arrays
def n_params(tree):
    return len(jax.tree.leaves(tree))

# %% wrong: one-level
def n_params(tree):
    return sum(v.size for v in tree.values())

# %% wrong: one-level
def n_params(tree):
    total = 0
    for name in tree:
        total += tree[name].size
    return total

# %% wrong: one-level
def n_params(tree):
    total = 0
    for layer in tree["layers"]:
        total += layer["w"].size + layer["b"].size
    return total + tree["scale"].size

# %% wrong: counts-rows
def n_params(tree):
    return sum(len(v) for v in jax.tree.leaves(tree))

# %% wrong: counts-axes
def n_params(tree):
    return sum(v.ndim for v in jax.tree.leaves(tree))

# %% wrong: sizes-in-a-tree
def n_params(tree):
    return jax.tree.map(lambda v: v.size, tree)

# %% wrong: adds-values
def n_params(tree):
    return sum(v.sum() for v in jax.tree.leaves(tree))

# %% wrong: no-return
def n_params(tree):
    total = sum(v.size for v in jax.tree.leaves(tree))

# %% wrong: wrong-value
def n_params(tree):
    leaves = jax.tree.leaves(tree)
    return sum(int(jnp.count_nonzero(leaf)) for leaf in leaves)

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import expect, need, on_error, unchanged

errors = [
    on_error("AttributeError", r"'(list|dict|tuple|str)' object has no attribute", "one-level"),
    on_error("KeyError", r"", "one-level"),
]

TREES = (
    {"d": [{"w": (3, 4), "b": (4,)}, {"w": (4, 2), "b": (2,)}], "s": (2,)},
    {"w": (5, 2, 3), "b": (7,)},
    [(2, 3), (6,), {"deep": {"er": (3, 1)}}],
    {"s": (), "t": [(), (4,)]},
    [{"pair": ((2, 5), (3,))}],
)


def check(learner, reference, rng):
    shared = rng.normal(2, 3)
    # Zeros and whole numbers count, and so does an array that occurs twice.
    mixed = {"zeros": jnp.zeros((3, 2)), "whole": jnp.arange(4), "twice": [shared, shared]}
    for tree in (*(rng.like(shapes) for shapes in TREES), mixed):
        leaves = jax.tree.leaves(tree)
        got = unchanged(learner.n_params, tree)
        need(not isinstance(got, dict | list), "sizes-in-a-tree", got)
        right = reference.n_params(tree)
        expect(got, right, dtype=None, inputs={"tree": tree}, mistakes={
            "counts-arrays": len(leaves),
            "counts-rows": lambda: sum(len(v) for v in leaves),
            "counts-axes": sum(v.ndim for v in leaves),
            "adds-values": lambda: sum(v.sum() for v in leaves),
        })
