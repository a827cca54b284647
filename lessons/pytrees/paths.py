# %% run
tree = {"up": [{"w": 1}, {"w": 2}], "down": {"b": 3}}
for path, leaf in jax.tree.leaves_with_path(tree):
    name = jax.tree_util.keystr(
        path, simple=True, separator="/"
    )
    print(name, leaf)

# %% run: entries
tree = {"up": [{"w": 1}, {"w": 2}], "down": {"b": 3}}
for path, leaf in jax.tree.leaves_with_path(tree):
    print(leaf, [str(entry) for entry in path])
    print("   the last one:", path[-1].key)
