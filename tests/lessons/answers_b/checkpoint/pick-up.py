# %% start
import orbax.checkpoint as ocp

# %% right: if none
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return 0, fresh
        return step, m.restore(step, args=ocp.args.StandardRestore(fresh))

# %% right: template zeros
def pick_up(folder, fresh):
    template = jax.tree.map(jnp.zeros_like, fresh)
    with ocp.CheckpointManager(folder) as manager:
        latest = manager.latest_step()
        if latest is not None:
            state = manager.restore(latest, args=ocp.args.StandardRestore(template))
            return (latest, state)
    return (0, fresh)

# %% right: all_steps
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        steps = m.all_steps()
        if not steps:
            return 0, fresh
        last = max(steps)
        return last, m.restore(last, args=ocp.args.StandardRestore(item=fresh))

# %% right: item name
def pick_up(folder, fresh):
    """Close by hand."""
    m = ocp.CheckpointManager(folder)
    try:
        step = m.latest_step()
        return (0, fresh) if step is None else (step, m.restore(step, args=ocp.args.StandardRestore(fresh)))
    finally:
        m.close()

# %% right: helper, jnp.shape struct
def form(tree):
    return jax.tree.map(lambda a: jax.ShapeDtypeStruct(jnp.shape(a), a.dtype), tree)
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder, options=ocp.CheckpointManagerOptions(max_to_keep=None)) as m:
        step = m.latest_step()
        print("found", step)
        if step is None:
            return 0, fresh
        state = m.restore(step, args=ocp.args.StandardRestore(form(fresh)))
    return step, state

# %% right: try
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        steps = sorted(m.all_steps())
        try:
            step = steps[-1]
        except IndexError:
            return 0, fresh
        return int(step), m.restore(step, args=ocp.args.StandardRestore(fresh))

# %% wrong: truthy step
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if not step:
            return 0, fresh
        return step, m.restore(step, args=ocp.args.StandardRestore(fresh))

# %% wrong: no check
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        return step, m.restore(step, args=ocp.args.StandardRestore(fresh))

# %% wrong: none step
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return None, fresh
        return step, m.restore(step, args=ocp.args.StandardRestore(fresh))

# %% wrong: always fresh
def pick_up(folder, fresh):
    return 0, fresh

# %% wrong: fresh with step
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return 0, fresh
        m.restore(step, args=ocp.args.StandardRestore(fresh))
        return step, fresh

# %% wrong: first step
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        steps = sorted(m.all_steps())
        if not steps:
            return 0, fresh
        return steps[0], m.restore(steps[0], args=ocp.args.StandardRestore(fresh))

# %% wrong: no template
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return 0, fresh
        return step, m.restore(step)

# %% wrong: count of steps
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return 0, fresh
        return len(m.all_steps()), m.restore(step, args=ocp.args.StandardRestore(fresh))

# %% wrong: step+1
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return 0, fresh
        return step + 1, m.restore(step, args=ocp.args.StandardRestore(fresh))

# %% wrong: swapped
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return fresh, 0
        return m.restore(step, args=ocp.args.StandardRestore(fresh)), step

# %% wrong: w only
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return 0, fresh
        state = m.restore(step, args=ocp.args.StandardRestore(fresh))
        return step, {"w": state["w"]}

# %% wrong: state only
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return 0, fresh
        return m.restore(step, args=ocp.args.StandardRestore(fresh))

# %% wrong: restores first, latest number
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return 0, fresh
        first = min(m.all_steps())
        return step, m.restore(first, args=ocp.args.StandardRestore(fresh))

# %% wrong: listdir string sort
import os
def pick_up(folder, fresh):
    os.makedirs(folder, exist_ok=True)
    steps = sorted(os.listdir(folder))
    if not steps:
        return 0, fresh
    step = int(steps[-1])
    with ocp.CheckpointManager(folder) as m:
        return step, m.restore(step, args=ocp.args.StandardRestore(fresh))

# %% wrong: copy of fresh when none zeros
def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return 0, jax.tree.map(jnp.zeros_like, fresh)
        return step, m.restore(step, args=ocp.args.StandardRestore(fresh))

