# %% start
import orbax.checkpoint as ocp
import contextlib, functools, os
from pathlib import Path

# %% right: one checkpointer, wait
def roundtrip(state, path):
    c = ocp.StandardCheckpointer()
    c.save(path, state)
    c.wait_until_finished()
    out = c.restore(path, state)
    c.close()
    return out

# %% right: eval_shape template, keyword
def roundtrip(state, path):
    with ocp.StandardCheckpointer() as w:
        w.save(path, state)
    abstract = jax.eval_shape(lambda s: s, state)
    with ocp.StandardCheckpointer() as r:
        return r.restore(path, target=abstract)

# %% right: pytree checkpointer
def roundtrip(state, path):
    saver = ocp.PyTreeCheckpointer()
    saver.save(path, state)
    restored = saver.restore(path, item=state)
    return restored

# %% right: wait inside with, helper functions
def write(tree, path):
    with ocp.StandardCheckpointer() as c:
        c.save(Path(path), tree)
def read(path, like):
    return ocp.StandardCheckpointer().restore(path, jax.tree.map(jnp.zeros_like, like))
def roundtrip(state, path):
    write(state, path)
    return read(path, state)

# %% right: restore without template, rebuild form
def roundtrip(state, path):
    leaves, form = jax.tree.flatten(state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, {f"{i:05}": leaf for i, leaf in enumerate(leaves)})
        c.wait_until_finished()
        got = c.restore(path)
    return jax.tree.unflatten(form, [got[k] for k in sorted(got)])

# %% right: numpy template
def roundtrip(state, path):
    template = jax.tree.map(lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype), state)
    with contextlib.closing(ocp.StandardCheckpointer()) as c:
        c.save(path, state); c.wait_until_finished()
        return c.restore(path, template)

# %% right: reading waits for what the same checkpointer writes
def roundtrip(state, path):
    template = jax.tree.map(jnp.zeros_like, state)
    c = ocp.StandardCheckpointer()
    c.save(path, state)
    return c.restore(path, template)

# %% wrong: not waited, returns state
def roundtrip(state, path):
    c = ocp.StandardCheckpointer()
    c.save(path, state)
    return state

# %% wrong: other absolute path
def roundtrip(state, path):
    template = jax.tree.map(jnp.zeros_like, state)
    path = Path.cwd() / "mine"
    with ocp.StandardCheckpointer() as c:
        c.save(path, state, force=True)
    with ocp.StandardCheckpointer() as c:
        return c.restore(path, template)

# %% wrong: no template
def roundtrip(state, path):
    with ocp.StandardCheckpointer() as c:
        c.save(path, state)
    with ocp.StandardCheckpointer() as c:
        return c.restore(path)

# %% wrong: restores but drops result
def roundtrip(state, path):
    template = jax.tree.map(jnp.zeros_like, state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, state)
    with ocp.StandardCheckpointer() as c:
        c.restore(path, template)
    return template

# %% wrong: saves params key only, adds the rest from state
def roundtrip(state, path):
    with ocp.StandardCheckpointer() as c:
        c.save(path, state["params"])
    with ocp.StandardCheckpointer() as c:
        p = c.restore(path, state["params"])
    return {**state, "params": p}

# %% wrong: args swapped
def roundtrip(state, path):
    template = jax.tree.map(jnp.zeros_like, state)
    with ocp.StandardCheckpointer() as c:
        c.save(state, path)
    with ocp.StandardCheckpointer() as c:
        return c.restore(path, template)

# %% wrong: pickle
import pickle
def roundtrip(state, path):
    Path(path).write_bytes(pickle.dumps(state))
    return pickle.loads(Path(path).read_bytes())

# %% wrong: no return
def roundtrip(state, path):
    template = jax.tree.map(jnp.zeros_like, state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, state)
    with ocp.StandardCheckpointer() as c:
        out = c.restore(path, template)
    print(out)

# %% wrong: float32 template
def roundtrip(state, path):
    template = jax.tree.map(lambda a: jnp.zeros(a.shape), state)
    with ocp.StandardCheckpointer() as c:
        c.save(path, state)
    with ocp.StandardCheckpointer() as c:
        return c.restore(path, template)

# %% wrong: template from the example
def roundtrip(state, path):
    template = {"params": {"w": jnp.ones(3)}, "step": jnp.array(7)}
    with ocp.StandardCheckpointer() as c:
        c.save(path, state)
    with ocp.StandardCheckpointer() as c:
        return c.restore(path, template)
