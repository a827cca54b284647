import tempfile
import orbax.checkpoint as ocp

print(ocp.StandardCheckpointer().restore(tempfile.mkdtemp() + "/nothing_here"))
