import tempfile
import jax.numpy as jnp
import orbax.checkpoint as ocp

path = tempfile.mkdtemp() + "/ckpt"
c = ocp.StandardCheckpointer()
c.save(path, {"w": jnp.ones(2)}); c.wait_until_finished()
c.save(path, {"w": jnp.zeros(2)}); c.wait_until_finished()
