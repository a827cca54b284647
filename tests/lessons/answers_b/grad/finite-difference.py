# %% right: helper and keywords
def _nudge(f, at, *, by):
    return f(at + by)
def slope_near(f, x, eps):
    up, down = _nudge(f, x, by=eps), _nudge(f, x, by=-eps)
    return (up - down) * 0.5 / eps

# %% right: mean of the two one-sided
def slope_near(f, x, eps):
    y = f(x)
    ahead = (f(x + eps) - y) / eps
    behind = (y - f(x - eps)) / eps
    return (ahead + behind) / 2

# %% right: np and dot
def slope_near(f, x, eps):
    ys = [f(x - eps), f(x + eps)]
    coefficient = 1 / 2 / eps
    return coefficient * (ys[-1] - ys[0])

# %% wrong: uses global cube
def cube(x):
    return x**3
def slope_near(f, x, eps):
    return (cube(x + eps) - cube(x - eps)) / (2 * eps)

# %% wrong: half width
def slope_near(f, x, eps):
    return (f(x + eps / 2) - f(x - eps / 2)) / eps

# %% wrong: abs
def slope_near(f, x, eps):
    return abs(f(x + eps) - f(x - eps)) / (2 * eps)

# %% wrong: relative
def slope_near(f, x, eps):
    return (f(x * (1 + eps)) - f(x * (1 - eps))) / (2 * eps)

# %% wrong: sum
def slope_near(f, x, eps):
    return (f(x + eps) + f(x - eps)) / (2 * eps)

# %% wrong: returns a function
def slope_near(f, x, eps):
    return lambda x: (f(x + eps) - f(x - eps)) / (2 * eps)
