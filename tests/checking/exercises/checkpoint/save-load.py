# %% starter
import orbax.checkpoint as ocp

def roundtrip(state, path):
    target = jax.tree.map(jnp.zeros_like, state)
    ...
# %% solution
import orbax.checkpoint as ocp

def roundtrip(state, path):
    target = jax.tree.map(jnp.zeros_like, state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, state)
    with ocp.StandardCheckpointer() as c:
        return c.restore(path, target)
# %% solution: plan 2
import orbax.checkpoint as ocp

def roundtrip(state, path):
    target = jax.tree.map(jnp.zeros_like, state)
    c = ocp.StandardCheckpointer()
    c.save(path, state)
    c.wait_until_finished()
    return c.restore(path, target)
# %% wrong: never-saved
import orbax.checkpoint as ocp

def roundtrip(state, path):
    target = jax.tree.map(jnp.zeros_like, state)
    return state
# %% wrong: params-only
import orbax.checkpoint as ocp

def roundtrip(state, path):
    target = jax.tree.map(jnp.zeros_like, state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, {"params": state["params"]})
    with ocp.StandardCheckpointer() as c:
        return c.restore(path)
# %% wrong: path-exists
import orbax.checkpoint as ocp

def roundtrip(state, path):
    target = jax.tree.map(jnp.zeros_like, state)
    c = ocp.StandardCheckpointer()
    c.save(path, target)
    c.wait_until_finished()
    c.save(path, state)
    return c.restore(path, target)
# %% wrong: target-returned
import orbax.checkpoint as ocp

def roundtrip(state, path):
    target = jax.tree.map(jnp.zeros_like, state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, state)
    return target
# %% solution: async, closed by hand
import orbax.checkpoint as ocp

def roundtrip(state, path):
    saver = ocp.AsyncCheckpointer(ocp.StandardCheckpointHandler())
    saver.save(path, args=ocp.args.StandardSave(state))
    saver.wait_until_finished()
    saver.close()
    like = jax.tree.map(jnp.zeros_like, state)
    with ocp.StandardCheckpointer() as reader:
        return reader.restore(path, like)
# %% wrong: wrong-value
import orbax.checkpoint as ocp

def roundtrip(state, path):
    target = jax.tree.map(jnp.zeros_like, state)
    half = jax.tree.map(lambda v: v / 2, state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, half)
    with ocp.StandardCheckpointer() as c:
        return c.restore(path, target)
# %% wrong: never-saved
import orbax.checkpoint as ocp

def roundtrip(state, path):
    path.mkdir()
    return jax.tree.map(lambda v: v, state)
# %% probe
from pathlib import Path


def roundtrip_at(name, state):
    path = Path.cwd() / name
    result = learner.roundtrip(state, path)
    return result, (path / "_CHECKPOINT_METADATA").exists()
# %% check
import jax
import jax.numpy as jnp

from tutor.checking import expect, need, on_error

errors = [on_error("ValueError", "already exists", "path-exists")]


def check(learner, reference, rng):
    for i, width in enumerate((3, 1)):
        state = {
            "params": {"w": rng.mixed(width), "k": rng.normal(2, width)},
            "opt": (rng.normal(width), rng.integers(0, 9)),
            "step": rng.integers(1, 900),
        }
        result, saved = learner.probe("roundtrip_at", f"ck{i}", state)
        need(saved, "never-saved")
        target = jax.tree.map(jnp.zeros_like, state)
        expect(result, state, inputs={"state": state}, structure="params-only",
               mistakes={"target-returned": target})
