import jax, jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((1,), ("data",))
x = jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("data")))

@jax.jit
def total(x):
    return jnp.sum(x * x)

print(total(x), x.sharding.is_fully_replicated)
