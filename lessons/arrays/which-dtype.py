# %% run
n = jnp.array([1, 2, 3])
a = np.array([0.5, 0.5, 0.5])
print((n + a).dtype)

# %% run: modest
h = jnp.ones(3, dtype=jnp.float16)
print((h * 2.0).dtype)
print((h * np.ones(3)).dtype)
