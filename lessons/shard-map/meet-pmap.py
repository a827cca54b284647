# %% run
total = jax.pmap(
    lambda x: jax.lax.psum(x, "i"), axis_name="i"
)
print(total(jnp.arange(8.0))[0])
print(total(jnp.arange(16.0))[0])
