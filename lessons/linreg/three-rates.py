# %% run
x = jax.random.normal(jax.random.key(0), (64,))
noise = jax.random.normal(jax.random.key(1), (64,))
y = 3 * x + 0.5 + 0.1 * noise


@jax.jit
@jax.value_and_grad
def loss_and_grad(p):
    return jnp.mean((p["w"] * x + p["b"] - y) ** 2)


for lr in (0.02, 0.3, 1.2):
    p = {"w": 0.0, "b": 0.0}
    for i in range(40):
        l, g = loss_and_grad(p)
        log(i, **{f"lr={lr}": l})
        p = {k: p[k] - lr * g[k] for k in p}
