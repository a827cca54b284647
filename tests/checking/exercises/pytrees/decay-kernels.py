# %% starter
def decay(tree):
    def f(path, v):
        ...
    return jax.tree.map_with_path(f, tree)
# %% solution
def decay(tree):
    def f(path, v):
        return v * 0.9 if path[-1].key == "w" else v
    return jax.tree.map_with_path(f, tree)
# %% solution: plan 2
def decay(tree):
    def f(path, v):
        name = jax.tree_util.keystr(path[-1:], simple=True)
        return v * 0.9 if name == "w" else v
    return jax.tree.map_with_path(f, tree)
# %% wrong: everything
def decay(tree):
    def f(path, v):
        return v * 0.9
    return jax.tree.map_with_path(f, tree)
# %% wrong: substring
def decay(tree):
    def f(path, v):
        s = jax.tree_util.keystr(path)
        return v * 0.9 if "w" in s else v
    return jax.tree.map_with_path(f, tree)
# %% wrong: forgot-others
def decay(tree):
    def f(path, v):
        if path[-1].key == "w":
            return v * 0.9
    return jax.tree.map_with_path(f, tree)
# %% solution: any kind of path
def decay(tree):
    def f(path, v):
        last = path[-1]
        name = getattr(last, "key", getattr(last, "name", None))
        if name == "w":
            return v * 0.9
        return v
    return jax.tree.map_with_path(f, tree)
# %% solution: recursion
def decay(tree):
    def go(t):
        if isinstance(t, dict):
            return {k: v * 0.9 if k == "w" else go(v)
                    for k, v in t.items()}
        if isinstance(t, (list, tuple)):
            return type(t)(go(v) for v in t)
        return t
    return go(tree)
# %% wrong: wrong-value
def decay(tree):
    def f(path, v):
        return v * 0.1 if path[-1].key == "w" else v
    return jax.tree.map_with_path(f, tree)
# %% wrong: mutated
def decay(tree):
    def go(t):
        for k, v in (t.items() if isinstance(t, dict)
                     else enumerate(t)):
            if k == "w":
                t[k] = v * 0.9
            elif isinstance(v, (dict, list)):
                go(v)
    go(tree)
    return tree
# %% wrong: one-level
def decay(tree):
    return {k: v * 0.9 if k == "w" else v
            for k, v in tree.items()}
# %% wrong: wrong-value
def decay(tree):
    def f(path, v):
        return v - 0.1 if path[-1].key == "w" else v
    return jax.tree.map_with_path(f, tree)
# %% check
import jax

from tutor.checking import expect, unchanged


def check(learner, reference, rng):
    shrink = lambda tree: jax.tree.map(lambda v: v * 0.9, tree)
    for tree in (
        {"down": {"w": (2, 3), "b": (1,)}, "up": [{"w": (1,)}, {"b": (2,)}]},
        {"w": (3,), "b": ()},
        {"row": {"b": (2,)}, "x": [[{"w": (2, 2)}]]},
    ):
        t = rng.like(tree)
        substring = jax.tree.map_with_path(
            lambda path, v: v * 0.9 if "w" in jax.tree_util.keystr(path) else v, t)
        top = {k: v * 0.9 if k == "w" else v for k, v in t.items()}
        right = reference.decay(t)
        result = unchanged(learner.decay, t, feedback="mutated")
        none = jax.tree.map_with_path(
            lambda path, v: v * 0.9 if path[-1].key == "w" else None, t)
        expect(result, right, inputs={"tree": t}, mistakes={
            "forgot-others": none, "everything": shrink(t), "substring": substring,
            "one-level": top,
        })
