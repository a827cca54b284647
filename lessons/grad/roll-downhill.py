# %% run
lr = 0.02


def height(x):
    return x**4 - 3 * x**2 + x


def roll(name, x):
    for step in range(60):
        log(step, **{name: height(x)})
        x = x - lr * jax.grad(height)(x)
    print(name, "ends at", x)


roll("from -2", -2.0)
roll("from +2", 2.0)
