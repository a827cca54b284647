# %% run
tree = {"b": 1, "a": [2, 3]}
print(jax.tree.leaves(tree))
