# %% right: DictKey compare
def decay(tree, factor):
    w = jax.tree_util.DictKey("w")
    return jax.tree.map_with_path(lambda p, v: factor * v if p[-1] == w else v, tree)

# %% right: last of separated keystr
def decay(tree, factor):
    def f(path, v):
        name = jax.tree_util.keystr(path, simple=True, separator="/").split("/")[-1]
        return v * factor if name == "w" else v
    return jax.tree.map_with_path(f, tree)

# %% right: flatten with path
def decay(tree, factor):
    pairs, form = jax.tree_util.tree_flatten_with_path(tree)
    out = []
    for (*_, last), v in pairs:
        out.append(v * factor if last.key == "w" else v)
    return form.unflatten(out)

# %% right: keystr endswith brackets
def decay(tree, factor):
    f = lambda p, v: v * factor if jax.tree_util.keystr(p).endswith("['w']") else v
    return jax.tree_util.tree_map_with_path(f, tree)

# %% right: walk
def decay(tree, factor):
    match tree:
        case dict():
            return {k: v * factor if k == "w" and not isinstance(v, (dict, list)) else decay(v, factor) for k, v in tree.items()}
        case list():
            return [decay(v, factor) for v in tree]
    return tree

# %% right: factors tree
def decay(tree, factor):
    s = jax.tree.map_with_path(lambda p, _: factor if p[-1].key == "w" else 1.0, tree)
    return jax.tree.map(lambda a, b: a * b, tree, s)

# %% wrong: keystr contains bracket
def decay(tree, factor):
    f = lambda p, v: v * factor if "['w']" in jax.tree_util.keystr(p) else v
    return jax.tree.map_with_path(f, tree)

# %% wrong: lower
def decay(tree, factor):
    f = lambda p, v: v * factor if p[-1].key.lower() == "w" else v
    return jax.tree.map_with_path(f, tree)

# %% wrong: matrices
def decay(tree, factor):
    return jax.tree.map(lambda v: v * factor if v.ndim >= 2 else v, tree)

# %% wrong: second entry
def decay(tree, factor):
    f = lambda p, v: v * factor if len(p) > 1 and getattr(p[1], "key", "") == "w" else v
    return jax.tree.map_with_path(f, tree)

# %% wrong: recursion hits a container
def decay(tree, factor):
    if isinstance(tree, dict):
        return {k: v * factor if k == "w" else decay(v, factor) for k, v in tree.items()}
    if isinstance(tree, list):
        return [decay(v, factor) for v in tree]
    return tree

# %% wrong: str compare
def decay(tree, factor):
    f = lambda p, v: v * factor if str(p[-1]) == "w" else v
    return jax.tree.map_with_path(f, tree)
