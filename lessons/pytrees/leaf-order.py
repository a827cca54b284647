# %% run
tree = {"b": 1, "a": [2, (3, None)], "c": {}}
print(jax.tree.leaves(tree))
print(jax.tree.map(lambda v: v * 10, tree)["a"])
