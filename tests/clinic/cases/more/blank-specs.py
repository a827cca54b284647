import jax
import jax.numpy as jnp

mesh = jax.make_mesh((1,), ("data",))
f = jax.shard_map(lambda v: v, mesh=mesh, in_specs=..., out_specs=...)
f(jnp.ones(2))
