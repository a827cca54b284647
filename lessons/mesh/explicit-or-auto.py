# %% run
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

for kind in (AxisType.Explicit, AxisType.Auto):
    mesh = jax.make_mesh((8,), ("d",), axis_types=(kind,))
    rows = NamedSharding(mesh, P("d"))
    x = jax.device_put(jnp.ones((16, 2)), rows)
    try:
        print((x.T @ x)[0, 0])
    except Exception as error:
        print(type(error).__name__)
