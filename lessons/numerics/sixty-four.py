# %% run
people = jnp.array([2_000_000_000])
print(people * 2)

# %% run: wider
with jax.enable_x64(True):
    x = jnp.array([0.1])
    people = jnp.array([2_000_000_000])
    print(x.dtype, people * 2)
print(jnp.array([0.1]).dtype)
