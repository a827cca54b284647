# %% run
key = jax.random.key(42)
a = jax.random.normal(key, (3,))
b = jax.random.normal(key, (3,))

k1, k2 = jax.random.split(key)
c = jax.random.normal(k1, (3,))
d = jax.random.normal(k2, (3,))
print(bool((a == b).all()), bool((c == d).any()))
