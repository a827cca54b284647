# %% run
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


x = jnp.array([1.0, 2.0])
y = jnp.array([2.0, 4.0])
p = {"w": 0.0, "b": 0.0}

g = jax.grad(loss)(p, x, y)
print(sorted(g), g["w"], g["b"])
