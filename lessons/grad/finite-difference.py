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

# %% probe
def functions():
    def bend(x):
        return x**3 - 2 * x

    return [bend, jnp.exp, lambda x: jnp.sin(3 * x)]

# %% check
import jax.numpy as jnp

from tutor.checking import close, expect, need, reject


def bend(x):
    return x**3 - 2 * x


FUNCTIONS = (bend, jnp.exp, lambda x: jnp.sin(3 * x))


def check(learner, reference, rng):
    theirs = learner.probe("functions")
    for f, mine in zip(theirs, FUNCTIONS, strict=True):
        for eps in (0.3, 0.05, 0.5):
            compare(learner, reference, f, mine, rng.number(0.6, 1.4), eps)
    compare(learner, reference, theirs[0], bend, -rng.number(0.2, 2.0), 0.1)


def compare(learner, reference, f, mine, x, eps):
    got = learner.slope_near(f, x, eps)
    right = reference.slope_near(mine, x, eps)
    if not close(got, right, tol=1e-3):
        here, left, far = mine(x), mine(x - eps), mine(x + eps)
        reject(got, {"one-sided": (far - here) / eps}, tol=1e-3)
        reject(got, {"one-sided": (here - left) / eps}, tol=1e-3)
        reject(
            got,
            {
                "not-halved": 2 * right,
                "only-difference": far - left,
                "precedence": far - left / (2 * eps),
                "divided-then-multiplied": (far - left) / 2 * eps,
                "upside-down": -right,
            },
            tol=1e-3,
        )
        other = learner.slope_near(f, x, 2 * eps)
        need(got is None or not close(got, other, tol=1e-3), "fixed-eps", got, right)
    expect(got, right, tol=1e-3, inputs={"x": x, "eps": eps})
