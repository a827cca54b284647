import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

f = jax.jit(lambda x: x, in_shardings=P("d"))
print(f(jnp.ones(4)))
