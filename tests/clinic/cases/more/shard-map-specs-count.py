import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((1,), ("d",))
add = jax.shard_map(lambda a, b: a + b, mesh=mesh, in_specs=(P("d"),), out_specs=P("d"))
print(add(jnp.ones(4), jnp.ones(4)))
