import jax

mesh = jax.make_mesh(..., ("data",))
