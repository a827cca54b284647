# %% run
key = jax.random.key(0)
next_key = key + 1
print(next_key.shape)

# %% run: fold
key = jax.random.key(0)
for i in range(3):
    sub = jax.random.fold_in(key, i)
    print(i, jax.random.normal(sub))
