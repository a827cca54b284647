# %% run
key = jax.random.key(0)
a = jax.random.normal(key)
b = jax.random.normal(key)
print(a == b)
