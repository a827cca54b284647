# %% run
x = jnp.array([1, 2, 3])
print(x[10], x.at[10].set(99))

# %% run: visible
x = jnp.array([1, 2, 3])
print(x.at[10].get(mode="fill", fill_value=-1))
print(x[-1])
