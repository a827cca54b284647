# %% run
def loss(p, x, y):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


@jax.jit
def step(p, x, y):
    print("tracing")
    g = jax.grad(loss)(p, x, y)
    return {k: p[k] - 0.1 * g[k] for k in p}


x = jnp.linspace(-2, 2, 64)
y = 3 * x + 0.5
p = {"w": 0.0, "b": 0.0}
for i in range(100):
    p = step(p, x, y)
print("after 100 steps")
p = step(p, x[:32], y[:32])
print("after 101 steps")
