# %% run
x = jnp.zeros(3)
x.at[0].set(1.0)
print(x[0])
