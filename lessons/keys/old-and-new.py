# %% run
new = jax.random.key(0)
old = jax.random.PRNGKey(0)
a, b = jax.random.normal(new), jax.random.normal(old)
print(new.shape, old.shape, bool(a == b))
