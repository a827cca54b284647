# %% run
import optax
import orbax.checkpoint as ocp
from pathlib import Path

path = Path.cwd() / "run"
opt = optax.adam(0.1).init(jnp.ones(3))
with ocp.StandardCheckpointer() as c:
    c.save(path, {"opt": opt})
with ocp.StandardCheckpointer() as c:
    bare = c.restore(path)
    like = c.restore(path, {"opt": opt})
print(type(like["opt"]).__name__)
print(type(bare["opt"]).__name__)
