# %% run
x = jnp.array([1.0, 2.0, 3.0])
n = jnp.array([1, 2, 3])
print(x.dtype, n.dtype, (n / 2).dtype)

a = np.ones(2)
print(a.dtype, jnp.asarray(a).dtype)
print(x.device)
