# %% starter
import orbax.checkpoint as ocp


def roundtrip(state, path):
    template = jax.tree.map(jnp.zeros_like, state)
    ...


from pathlib import Path

state = {"params": {"w": jnp.ones(3)}, "step": jnp.array(7)}
print(roundtrip(state, Path.cwd() / "run"))

# %% solution: with, twice
import orbax.checkpoint as ocp


def roundtrip(state, path):
    template = jax.tree.map(jnp.zeros_like, state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, state)
    with ocp.StandardCheckpointer() as c:
        return c.restore(path, template)

# %% solution: waited for
import orbax.checkpoint as ocp


def roundtrip(state, path):
    like = jax.tree.map(jnp.zeros_like, state)
    saver = ocp.StandardCheckpointer()
    saver.save(path, state)
    saver.wait_until_finished()
    return saver.restore(path, like)

# %% solution: shapes as a template
import orbax.checkpoint as ocp


def roundtrip(state, path):
    like = jax.eval_shape(lambda: state)
    with ocp.StandardCheckpointer() as c:
        c.save(path.resolve(), state, force=True)
        c.wait_until_finished()
        found = c.restore(path, like)
    return found

# %% solution: the other interface
import orbax.checkpoint as ocp


def roundtrip(state, path):
    saver = ocp.PyTreeCheckpointer()
    saver.save(path, state)
    with ocp.StandardCheckpointer() as reader:
        return reader.restore(path, state)

# %% wrong: never-saved
import orbax.checkpoint as ocp


def roundtrip(state, path):
    return state

# %% wrong: never-saved
import orbax.checkpoint as ocp


def roundtrip(state, path):
    path.mkdir()
    return jax.tree.map(lambda v: v, state)

# %% wrong: params-only
import orbax.checkpoint as ocp


def roundtrip(state, path):
    with ocp.StandardCheckpointer() as c:
        c.save(path, {"params": state["params"]})
    with ocp.StandardCheckpointer() as c:
        return c.restore(path)

# %% wrong: template-missing
import orbax.checkpoint as ocp


def roundtrip(state, path):
    with ocp.StandardCheckpointer() as c:
        c.save(path, state)
    with ocp.StandardCheckpointer() as c:
        return c.restore(path)

# %% wrong: path-exists
import orbax.checkpoint as ocp


def roundtrip(state, path):
    template = jax.tree.map(jnp.zeros_like, state)
    c = ocp.StandardCheckpointer()
    c.save(path, template)
    c.wait_until_finished()
    c.save(path, state)
    c.wait_until_finished()
    return c.restore(path, template)

# %% wrong: template-saved
import orbax.checkpoint as ocp


def roundtrip(state, path):
    template = jax.tree.map(jnp.zeros_like, state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, template)
    with ocp.StandardCheckpointer() as c:
        return c.restore(path, template)

# %% wrong: template-returned
import orbax.checkpoint as ocp


def roundtrip(state, path):
    template = jax.tree.map(jnp.zeros_like, state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, state)
    with ocp.StandardCheckpointer() as c:
        c.restore(path, template)
    return template

# %% wrong: not-restored
import orbax.checkpoint as ocp


def roundtrip(state, path):
    with ocp.StandardCheckpointer() as c:
        c.save(path, state)
    return state

# %% wrong: no-return
import orbax.checkpoint as ocp


def roundtrip(state, path):
    template = jax.tree.map(jnp.zeros_like, state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, state)
    with ocp.StandardCheckpointer() as c:
        c.restore(path, template)

# %% wrong: wrong-value
import orbax.checkpoint as ocp


def roundtrip(state, path):
    half = jax.tree.map(lambda v: v / 2, state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, half)
    with ocp.StandardCheckpointer() as c:
        return c.restore(path, half)

# %% wrong: not-restored
import orbax.checkpoint as ocp


def roundtrip(state, path):
    template = jax.tree.map(jnp.zeros_like, state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, state)
    with ocp.StandardCheckpointer() as c:
        c.restore(path, template)
    return state

# %% probe
from pathlib import Path

import jax
import orbax.checkpoint as ocp


def at(name, state):
    """The result, and what the folder holds by then (None: nothing)."""
    path = Path.cwd() / name
    result = learner.roundtrip(state, path)
    if not (path / "_CHECKPOINT_METADATA").exists():
        return result, None
    with ocp.StandardCheckpointer() as c:
        return result, jax.tree.leaves(c.restore(path))


def one_more(name, state):
    """The result, when each number on the disk has grown by 1 since it was written."""
    inside = []

    def grown(method):
        def restore(self, *args, **kwargs):
            inside.append(1)  # one kind of checkpointer uses another
            try:
                found = method(self, *args, **kwargs)
            finally:
                inside.pop()
            return found if inside else jax.tree.map(lambda leaf: leaf + 1, found)

        return restore

    kinds = (ocp.AsyncCheckpointer, ocp.Checkpointer, ocp.CheckpointManager)
    before = [kind.restore for kind in kinds]
    try:
        for kind, method in zip(kinds, before, strict=True):
            kind.restore = grown(method)
        return learner.roundtrip(state, Path.cwd() / name)
    finally:
        for kind, method in zip(kinds, before, strict=True):
            kind.restore = method

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import close, expect, need, on_error

errors = [on_error("ValueError", r"already exists", "path-exists")]


def check(learner, reference, rng):
    for i, width in enumerate((3, 1)):
        state = {
            "params": {"w": rng.mixed(width) + 0.5, "k": rng.normal(2, width)},
            "opt": (rng.normal(width), rng.integers(1, 9)),
            "step": rng.integers(1, 900),
        }
        template = jax.tree.map(jnp.zeros_like, state)
        result, found = learner.probe("at", f"run{i}", state)
        need(found is not None, "never-saved")
        need(len(found) > 2, "params-only", f"{len(found)} arrays on disk", "5 arrays on disk")
        need(not close(found, jax.tree.leaves(template)), "template-saved")
        bare = {**state, "opt": list(state["opt"])}
        if isinstance(result, dict) and isinstance(result.get("opt"), list):
            need(not close(result, bare), "template-missing", "a list", "a tuple")
        expect(result, state, inputs={"state": state}, exact=True,
               mistakes={"template-returned": template})
        expect(found, jax.tree.leaves(state))
        need(not close(learner.probe("one_more", f"more{i}", state), state), "not-restored")
