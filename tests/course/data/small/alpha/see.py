# %% run: first
print(jnp.arange(3) * 2)
print("two lines")

# %% run: fails
print(1 / 0)
