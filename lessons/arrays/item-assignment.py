# %% run
x = jnp.array([1, 2, 3])
x[0] = 10
print(x)
