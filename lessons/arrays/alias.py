# %% run
x = jnp.array([1, 2, 3])
y = x
y += 1

a = np.array([1, 2, 3])
b = a
b += 1

print(x, y, a)
