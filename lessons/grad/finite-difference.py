# %% starter
def slope_near(f, x, eps):
    ...


def cube(x):
    return x**3


print(slope_near(cube, 2.0, 0.01))
print(jax.grad(cube)(2.0))

# %% solution: one line
def slope_near(f, x, eps):
    return (f(x + eps) - f(x - eps)) / (2 * eps)

# %% solution: with names
def slope_near(function, point, nudge):
    right = function(point + nudge)
    left = function(point - nudge)
    return (right - left) / (2.0 * nudge)

# %% solution: mean of both sides
def slope_near(f, x, eps):
    forward = (f(x + eps) - f(x)) / eps
    backward = (f(x) - f(x - eps)) / eps
    return (forward + backward) / 2

# %% solution: halves
def slope_near(f, x, eps):
    return 0.5 * (f(x + eps) - f(x - eps)) / eps

# %% wrong: one-sided
def slope_near(f, x, eps):
    return (f(x + eps) - f(x)) / eps

# %% wrong: one-sided
def slope_near(f, x, eps):
    return (f(x) - f(x - eps)) / eps

# %% wrong: not-halved
def slope_near(f, x, eps):
    return (f(x + eps) - f(x - eps)) / eps

# %% wrong: only-difference
def slope_near(f, x, eps):
    return f(x + eps) - f(x - eps)

# %% wrong: precedence
def slope_near(f, x, eps):
    return f(x + eps) - f(x - eps) / (2 * eps)

# %% wrong: divided-then-multiplied
def slope_near(f, x, eps):
    return (f(x + eps) - f(x - eps)) / 2 * eps

# %% wrong: upside-down
def slope_near(f, x, eps):
    return (f(x - eps) - f(x + eps)) / (2 * eps)

# %% wrong: fixed-eps
def slope_near(f, x, eps):
    eps = 0.01
    return (f(x + eps) - f(x - eps)) / (2 * eps)

# %% wrong: fixed-eps
def slope_near(f, x, eps):
    return jax.grad(f)(x)

# %% wrong: no-return
def slope_near(f, x, eps):
    slope = (f(x + eps) - f(x - eps)) / (2 * eps)

# %% wrong: wrong-value
def slope_near(f, x, eps):
    return (f(x + eps) - f(x - eps)) / (2 * x)

# %% wrong: wrong-value
def slope_near(f, x, eps):
    return (cube(x + eps) - cube(x - eps)) / (2 * eps)


def cube(x):
    return x**3
