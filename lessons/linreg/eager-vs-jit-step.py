# %% run
x = jax.random.normal(jax.random.key(0), (64,))
y = 3 * x + 0.5


def loss(p):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


def step(p):
    g = jax.grad(loss)(p)
    return {k: p[k] - 0.1 * g[k] for k in p}


p = {"w": jnp.zeros(()), "b": jnp.zeros(())}
compare(eager=step, jit=jax.jit(step), args=(p,))
