# %% run
a = jnp.arange(6.0).reshape(2, 3)
v = jnp.ones(3)
print(jnp.einsum("ij,j->i", a, v).tolist())
