# %% run
def slope_near(f, x, eps):
    return (f(x + eps) - f(x - eps)) / (2 * eps)


def cube(x):
    return x**3


x = jnp.array(1.0)
print(slope_near(cube, x, 1e-8))

# %% run: sweep
def slope_near(f, x, eps):
    return (f(x + eps) - f(x - eps)) / (2 * eps)


def cube(x):
    return x**3


x = jnp.array(1.0)
for k in range(1, 8):
    slope = slope_near(cube, x, 10.0**-k)
    log(k, error=abs(slope - jax.grad(cube)(x)))
