# %% run
x = jnp.linspace(-2, 2, 64)
y = 3 * x + 0.5               # the line to find


def loss(p):
    return jnp.mean((p[0] * x + p[1] - y) ** 2)


p = jnp.zeros(2)              # slope, intercept
for i in range(60):
    l, g = jax.value_and_grad(loss)(p)
    log(i, loss=l)
    p = p - 0.1 * g
print(jnp.round(p, 2))
