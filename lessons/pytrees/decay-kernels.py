# %% starter
def decay(tree, factor):
    def f(path, v):
        ...

    return jax.tree.map_with_path(f, tree)


tree = {
    "down": {"w": jnp.ones(2), "b": jnp.ones(1)},
    "up": [{"w": jnp.ones(3)}],
}
print(decay(tree, 0.9))

# %% solution: the last entry
def decay(tree, factor):
    def f(path, v):
        return v * factor if path[-1].key == "w" else v

    return jax.tree.map_with_path(f, tree)

# %% solution: the name as text
def decay(tree, factor):
    def f(path, v):
        last = path[-1:]
        name = jax.tree_util.keystr(last, simple=True)
        return v * factor if name == "w" else v

    return jax.tree.map_with_path(f, tree)

# %% solution: for any kind of path
def decay(tree, factor):
    def f(path, v):
        if getattr(path[-1], "key", None) == "w":
            return v * factor
        return v

    return jax.tree.map_with_path(f, tree)

# %% solution: recursion
def decay(tree, factor):
    def go(name, t):
        if isinstance(t, dict):
            return {k: go(k, v) for k, v in t.items()}
        if isinstance(t, list):
            return [go(None, v) for v in t]
        return t * factor if name == "w" else t

    return go(None, tree)

# %% wrong: everything
def decay(tree, factor):
    return jax.tree.map(lambda v: v * factor, tree)

# %% wrong: everything
def decay(tree, factor):
    def f(path, v):
        return v * factor

    return jax.tree.map_with_path(f, tree)

# %% wrong: substring
def decay(tree, factor):
    def f(path, v):
        name = jax.tree_util.keystr(path)
        return v * factor if "w" in name else v

    return jax.tree.map_with_path(f, tree)

# %% wrong: substring
def decay(tree, factor):
    def f(path, v):
        name = jax.tree_util.keystr(path, simple=True)
        return v * factor if name.endswith("w") else v

    return jax.tree.map_with_path(f, tree)

# %% wrong: substring
def decay(tree, factor):
    def f(path, v):
        return v * factor if path[-1].key[0] == "w" else v

    return jax.tree.map_with_path(f, tree)

# %% wrong: wrong-value
def decay(tree, factor):
    def f(path, v):
        return v * factor if path[-1].key != "b" else v

    return jax.tree.map_with_path(f, tree)

# %% wrong: forgot-others
def decay(tree, factor):
    def f(path, v):
        if path[-1].key == "w":
            return v * factor

    return jax.tree.map_with_path(f, tree)

# %% wrong: on-the-way
def decay(tree, factor):
    def f(path, v):
        names = [getattr(p, "key", None) for p in path]
        return v * factor if "w" in names else v

    return jax.tree.map_with_path(f, tree)

# %% wrong: on-the-way
def decay(tree, factor):
    def go(t, inside=False):
        if isinstance(t, dict):
            return {k: go(v, inside or k == "w") for k, v in t.items()}
        if isinstance(t, list):
            return [go(v, inside) for v in t]
        return t * factor if inside else t

    return go(tree)

# %% wrong: nothing
def decay(tree, factor):
    def f(path, v):
        return v * factor if path[-1] == "w" else v

    return jax.tree.map_with_path(f, tree)

# %% wrong: nothing
def decay(tree, factor):
    def f(path, v):
        return v * factor if path == "w" else v

    return jax.tree.map_with_path(f, tree)

# %% wrong: others-instead
def decay(tree, factor):
    def f(path, v):
        return v * factor if path[-1].key != "w" else v

    return jax.tree.map_with_path(f, tree)

# %% wrong: one-level
def decay(tree, factor):
    return {
        k: v * factor if k == "w" else v
        for k, v in tree.items()
    }

# %% wrong: one-level
def decay(tree, factor):
    def f(path, v):
        return v * factor if path[0].key == "w" else v

    return jax.tree.map_with_path(f, tree)

# %% wrong: factor-ignored
def decay(tree, factor):
    def f(path, v):
        return v * 0.9 if path[-1].key == "w" else v

    return jax.tree.map_with_path(f, tree)

# %% wrong: mutated
def decay(tree, factor):
    def go(t):
        keys = t if isinstance(t, dict) else range(len(t))
        for k in keys:
            if k == "w":
                t[k] = t[k] * factor
            elif isinstance(t[k], (dict, list)):
                go(t[k])

    go(tree)
    return tree

# %% wrong: wrong-value
def decay(tree, factor):
    def f(path, v):
        return v - factor if path[-1].key == "w" else v

    return jax.tree.map_with_path(f, tree)

# %% check
import jax

from tutor.checking import close, expect, need, unchanged

SHAPES = (
    {"w": (2,), "down": {"w": (2, 3), "b": (1,)}, "up": [{"w": (1,)}, {"b": (2,)}]},
    {"w": (3,), "b": (), "raw": (2,), "scale": (2,)},
    {"row": {"b": (2,), "W": (2,)}, "x": [[{"w": (2, 2), "wide": (3,)}]]},
    {"w": {"w": (2,), "b": (3,), "c": [{"b": (2,)}]}, "b": (1,)},
)


def check(learner, reference, rng):
    for shapes in SHAPES:
        tree, factor = rng.like(shapes), rng.number(0.3, 0.8)
        got = unchanged(learner.decay, tree, factor, feedback="mutated")
        right = reference.decay(tree, factor)
        if got is not None and not close(got, right) and not close(got, tree):
            need(not close(got, learner.decay(tree, factor / 2)), "factor-ignored")

        def scaled(chosen, tree=tree, factor=factor, other=lambda v: v):
            return jax.tree.map_with_path(
                lambda path, v: v * factor if chosen(path) else other(v), tree)

        for part in (ending, beginning):
            if not close(right, scaled(part)):
                need(not close(got, scaled(part)), "substring", got, right)
        expect(got, right, inputs={"tree": tree, "factor": factor}, mistakes={
            "nothing": tree,
            "forgot-others": scaled(last, other=lambda v: None),
            "everything": scaled(lambda path: True),
            "others-instead": scaled(lambda path: not last(path)),
            "on-the-way": scaled(anywhere),
            "substring": scaled(lambda path: "w" in jax.tree_util.keystr(path)),
            "one-level": scaled(top),
        })


def last(path):
    return path[-1].key == "w"


def ending(path):
    return path[-1].key.endswith("w")


def beginning(path):
    return path[-1].key.startswith("w")


def anywhere(path):
    return any(getattr(entry, "key", None) == "w" for entry in path)


def top(path):
    return path[0].key == "w"
