# %% run
import orbax.checkpoint as ocp
from pathlib import Path

path = Path.cwd() / "run"
with ocp.StandardCheckpointer() as c:
    c.save(path, {"w": jnp.ones(4)})
with ocp.StandardCheckpointer() as c:
    state = c.restore(path, {"w": jnp.zeros(5)})
print(state["w"])

# %% run: dtype
import orbax.checkpoint as ocp
from pathlib import Path

path = Path.cwd() / "run"
with ocp.StandardCheckpointer() as c:
    c.save(path, {"w": jnp.array([1.5, 2.5])})
with ocp.StandardCheckpointer() as c:
    like = {"w": jnp.zeros(2, jnp.int32)}
    print(c.restore(path, like)["w"])
