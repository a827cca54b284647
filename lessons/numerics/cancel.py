# %% starter
def variance(x):
    return jnp.mean(x * x) - jnp.mean(x) ** 2


x = jax.random.normal(jax.random.key(0), (1000,))
for shift in (0, 100, 1000, 10000):
    print(shift, variance(x + shift))

# %% solution: around the mean
def variance(x):
    return jnp.mean((x - jnp.mean(x)) ** 2)

# %% solution: there is one already
def variance(x):
    return jnp.var(x)

# %% solution: the same formula, near zero
def variance(x):
    x = x - x[0]
    return jnp.mean(x * x) - jnp.mean(x) ** 2

# %% solution: a dot product
def variance(x):
    d = x - x.mean()
    return d @ d / len(d)

# %% wrong: still-cancels
def variance(x):
    return jnp.mean(x * x) - jnp.mean(x) ** 2

# %% wrong: still-cancels
def variance(x):
    v = jnp.mean(x * x) - jnp.mean(x) ** 2
    return jnp.maximum(v, 0.0)

# %% wrong: still-cancels
def variance(x):
    return abs(jnp.mean(x**2) - jnp.square(jnp.mean(x)))

# %% wrong: still-cancels
def variance(x):
    x = x.astype(jnp.float64)
    return jnp.mean(x * x) - jnp.mean(x) ** 2

# %% wrong: still-cancels
def variance(x):
    m = jnp.mean(x)
    return jnp.mean(x * x - 2 * x * m + m * m)

# %% wrong: square-root
def variance(x):
    return jnp.std(x)

# %% wrong: one-too-few
def variance(x):
    return jnp.var(x, ddof=1)

# %% wrong: one-too-few
def variance(x):
    d = x - jnp.mean(x)
    return jnp.sum(d * d) / (len(x) - 1)

# %% wrong: sum-not-mean
def variance(x):
    return jnp.sum((x - jnp.mean(x)) ** 2)

# %% wrong: wrong-value
def variance(x):
    return jnp.mean(jnp.abs(x - jnp.mean(x)))

# %% wrong: squared-too-late
def variance(x):
    return jnp.mean(x - jnp.mean(x)) ** 2

# %% wrong: squared-too-late
def variance(x):
    return jnp.mean(x - jnp.mean(x))

# %% wrong: wrong-shape
def variance(x):
    return (x - jnp.mean(x)) ** 2

# %% check
import jax.numpy as jnp
import numpy as np

from tutor.checking import close, expect, fail, need, shape, unchanged


def check(learner, reference, rng):
    for n in rng.sizes(3, 5, 60):
        x = rng.normal(n, scale=rng.number(1.5, 4.0)) + rng.number(-1, 1)
        right = exact(x)
        got = unchanged(learner.variance, x)
        if shape(got) == ():
            need(abs(float(got)) > 1e-5, "squared-too-late", got, right)
        expect(
            got,
            right,
            tol=1e-3,
            atol=1e-5,
            inputs={"x": x},
            mistakes={
                "square-root": np.sqrt(right),
                "one-too-few": right * n / (n - 1),
                "sum-not-mean": right * n,
            },
        )
    for n, shift in ((40, 5e3), (700, -5e3), (300, 8e3), (25, -2e4)):
        x = rng.normal(n, scale=rng.number(0.5, 2.0)) + shift
        got, right = learner.variance(x), exact(x)
        if not close(got, right, 1e-2):
            fail("still-cancels", got, right)
    for x in (rng.normal(2), jnp.ones(1) * 3):
        expect(learner.variance(x), exact(x), tol=1e-3, atol=1e-6, inputs={"x": x})


def exact(x):
    return np.float32(np.var(np.asarray(x, np.float64)))
