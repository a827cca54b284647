# %% starter
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err


g = jax.grad(loss)
print(g(0.5, jnp.array([1.0, 2.0, 3.0])))

# %% solution: mean
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err.mean()


g = jax.grad(loss)

# %% solution: sum over size
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return jnp.sum(err) / err.size


g = jax.grad(loss)

# %% solution: the mean outside
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err


g = jax.grad(lambda w, y: jnp.mean(loss(w, y)))

# %% solution: mean of the slopes
def squares(w, y):
    return (w * y - 4.0) ** 2


def g(w, y):
    return jax.jacobian(squares)(w, y).mean()

# %% wrong: still-vector
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err


g = jax.grad(loss)

# %% wrong: still-vector
def loss(w, y):
    err = (w * y - 4.0) ** 2
    err.mean()
    return err


g = jax.grad(loss)

# %% wrong: sum-not-mean
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err.sum()


g = jax.grad(loss)

# %% wrong: fixed-count
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err.sum() / 3


g = jax.grad(loss)

# %% wrong: one-error-only
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err[0]


g = jax.grad(loss)

# %% wrong: not-the-gradient
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return jnp.median(err)


g = jax.grad(loss)

# %% wrong: largest-only
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err.max()


g = jax.grad(loss)

# %% wrong: mean-before-square
def loss(w, y):
    return (w * y - 4.0).mean() ** 2


g = jax.grad(loss)

# %% wrong: root
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return jnp.sqrt(err.mean())


g = jax.grad(loss)

# %% wrong: slope-per-entry
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err


g = jax.jacobian(loss)

# %% wrong: python-float
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return float(err.mean())


g = jax.grad(loss)

# %% wrong: python-float
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return sum(float(e) for e in err) / len(err)


g = jax.grad(loss)

# %% wrong: cut-off
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err.mean().item()


g = jax.grad(loss)

# %% wrong: not-the-gradient
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err.mean()


g = loss

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import close, expect, need, on_error, reject, shape, unchanged

errors = [
    on_error("TypeError", r"scalar-output", "still-vector"),
    on_error("ConcretizationTypeError", r"", "python-float"),
]


def check(learner, reference, rng):
    for size in (3, 5, 1, 8):
        y = rng.normal(size, scale=2.0)
        if size > 1:
            # With a positive w the largest error is never the first.
            first, last = jnp.abs(y[0]), jnp.abs(y[-1])
            y = y.at[0].set(jnp.minimum(first, 3.0)).at[-1].set(-1.0 - last)
        for w in (rng.number(0.5, 2.0), 0.0, rng.number(-2.0, -0.5)):
            got = unchanged(learner.g, w, y)
            right = reference.g(w, y)
            if not close(got, right, tol=1e-3):
                need(size == 1 or shape(got) != y.shape, "slope-per-entry", got, right)
                reject(got, mistakes(w, y, right), tol=1e-3)
                others = y.at[1:].set(y[-1])
                if close(got, 2 * (w * y[0] - 4.0) * y[0], tol=1e-3):
                    need(not close(learner.g(w, others), got, tol=1e-3), "one-error-only")
            expect(got, right, "not-the-gradient", tol=1e-3, inputs={"w": w, "y": y})


def mistakes(w, y, right):
    def slope(f):
        return lambda: jax.grad(f)(w)

    def errors_of(v):
        return (v * y - 4.0) ** 2

    slopes = 2 * (w * y - 4.0) * y
    return {
        "cut-off": jnp.zeros(()),
        "sum-not-mean": right * y.size,
        "fixed-count": right * y.size / 3,
        "mean-before-square": slope(lambda v: jnp.mean(v * y - 4.0) ** 2),
        "root": slope(lambda v: jnp.sqrt(jnp.mean(errors_of(v)))),
        "largest-only": slopes[jnp.argmax(errors_of(w))],
    }
