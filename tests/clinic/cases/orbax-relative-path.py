import os, tempfile
import jax.numpy as jnp
import orbax.checkpoint as ocp

os.chdir(tempfile.mkdtemp())
c = ocp.StandardCheckpointer()
c.save("ckpt", {"w": jnp.ones(2)})
c.wait_until_finished()
print(c.restore("ckpt"))
