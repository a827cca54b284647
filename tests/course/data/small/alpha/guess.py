# %% run: three
x = jnp.array([1, 2, 3])
x.at[0].set(10)
print(x)
