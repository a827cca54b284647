# %% run
grow = jax.jit(lambda a: a + 1, donate_argnums=0)

a = jnp.ones(8)
b = grow(a)
print(b[0])
print(a[0])
