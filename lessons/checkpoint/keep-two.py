# %% run
import orbax.checkpoint as ocp
from pathlib import Path

options = ocp.CheckpointManagerOptions(max_to_keep=2)
folder = Path.cwd() / "runs"
with ocp.CheckpointManager(folder, options=options) as m:
    for i in range(4):
        state = {"w": jnp.ones(2) * i}
        m.save(i, args=ocp.args.StandardSave(state))
    m.wait_until_finished()
    print(list(m.all_steps()), m.latest_step())
