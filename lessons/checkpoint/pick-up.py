# %% starter
import orbax.checkpoint as ocp


def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        ...


from pathlib import Path

fresh = {"w": jnp.zeros(2)}
print(pick_up(Path.cwd() / "runs", fresh))

# %% solution: the latest step
import orbax.checkpoint as ocp


def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return 0, fresh
        like = ocp.args.StandardRestore(fresh)
        return step, m.restore(step, args=like)

# %% solution: the largest of all
import orbax.checkpoint as ocp


def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder.resolve()) as m:
        steps = m.all_steps()
        if not steps:
            return (0, fresh)
        args = ocp.args.StandardRestore(fresh)
        state = m.restore(max(steps), args=args)
    return max(steps), state

# %% solution: tried
import orbax.checkpoint as ocp


def pick_up(folder, fresh):
    step, state = 0, fresh
    with ocp.CheckpointManager(folder) as manager:
        for step in sorted(manager.all_steps())[-1:]:
            state = manager.restore(
                step, args=ocp.args.StandardRestore(fresh)
            )
    return step, state

# %% wrong: first-start
import orbax.checkpoint as ocp


def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        like = ocp.args.StandardRestore(fresh)
        return step, m.restore(step, args=like)

# %% wrong: first-start
import orbax.checkpoint as ocp


def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = max(m.all_steps())
        like = ocp.args.StandardRestore(fresh)
        return step, m.restore(step, args=like)

# %% wrong: oldest
import orbax.checkpoint as ocp


def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        steps = m.all_steps()
        if not steps:
            return 0, fresh
        like = ocp.args.StandardRestore(fresh)
        return steps[0], m.restore(steps[0], args=like)

# %% wrong: order-of-names
import orbax.checkpoint as ocp


def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        if m.latest_step() is None:
            return 0, fresh
        step = int(max(str(s) for s in m.all_steps()))
        like = ocp.args.StandardRestore(fresh)
        return step, m.restore(step, args=like)

# %% wrong: always-fresh
import orbax.checkpoint as ocp


def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        return step or 0, fresh

# %% wrong: state-only
import orbax.checkpoint as ocp


def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return fresh
        like = ocp.args.StandardRestore(fresh)
        return m.restore(step, args=like)

# %% wrong: template-missing
import orbax.checkpoint as ocp


def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        step = m.latest_step()
        if step is None:
            return 0, fresh
        return step, m.restore(step)

# %% wrong: counts-them
import orbax.checkpoint as ocp


def pick_up(folder, fresh):
    with ocp.CheckpointManager(folder) as m:
        steps = m.all_steps()
        if len(steps) == 0:
            return 0, fresh
        like = ocp.args.StandardRestore(fresh)
        state = m.restore(m.latest_step(), args=like)
        return len(steps), state

# %% probe
from pathlib import Path

import orbax.checkpoint as ocp


def at(name, saved, fresh):
    """What is picked up from a folder in which these states were saved."""
    folder = Path.cwd() / name
    with ocp.CheckpointManager(folder) as m:
        for step, state in saved:
            m.save(step, args=ocp.args.StandardSave(state))
        m.wait_until_finished()
    return learner.pick_up(folder, fresh)

# %% check
from tutor.checking import close, expect, need, on_error

errors = [
    on_error("FileNotFoundError", r"", "first-start"),
    on_error("ValueError", r"max\(\)|empty|None", "first-start"),
]


def check(learner, reference, rng):
    shapes = {"w": (3,), "opt": ((2,), (3,))}
    late = rng.whole(11, 40)
    for i, steps in enumerate(((2, 9, 10), (), (0,), (7, late))):
        fresh = rng.like(shapes)
        saved = [(step, rng.like(shapes)) for step in steps]
        got = learner.probe("at", f"runs{i}", saved, fresh)
        right = (steps[-1], saved[-1][1]) if steps else (0, fresh)
        need(not isinstance(got, dict), "state-only")
        if isinstance(got, tuple | list) and len(got) == 2 and steps:
            step, state = got
            need(step != len(steps) or step == steps[-1] or not close(state, right[1]),
                 "counts-them", step, steps[-1])
            if isinstance(state, dict) and isinstance(state.get("opt"), list):
                need(False, "template-missing", "a list", "a tuple")
            need(not close(state, fresh), "always-fresh")
            if len(steps) > 1:
                need(not close(state, saved[0][1]), "oldest", step, steps[-1])
            if len(steps) > 2:
                need(not close(state, saved[1][1]), "order-of-names", step, steps[-1])
        expect(tuple(got) if isinstance(got, list) else got, right,
               inputs={"steps in the folder": str(list(steps))})
