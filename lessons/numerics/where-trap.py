# %% starter
def safe_log(x):
    return jnp.where(x > 0, jnp.log(x), 0.0)


for x in (2.0, 0.0, -1.0):
    print(x, safe_log(x), jax.grad(safe_log)(x))

# %% solution: two wheres
def safe_log(x):
    ok = x > 0
    harmless = jnp.where(ok, x, 1.0)
    return jnp.where(ok, jnp.log(harmless), 0.0)

# %% solution: the logarithm of 1 is 0
def safe_log(x):
    return jnp.log(jnp.where(x > 0, x, 1.0))

# %% solution: a branch for each entry
def safe_log(x):
    def one(v):
        return jax.lax.cond(
            v > 0, jnp.log, lambda u: u * 0.0, v
        )

    x = jnp.asarray(x)
    return jax.vmap(one)(x.ravel()).reshape(x.shape)

# %% solution: a rule for the derivative
@jax.custom_jvp
def safe_log(x):
    return jnp.where(x > 0, jnp.log(x), 0.0)


@safe_log.defjvp
def safe_log_jvp(primals, tangents):
    (x,), (t,) = primals, tangents
    ok = x > 0
    slope = ok / jnp.where(ok, x, 1.0)
    return safe_log(x), slope * t

# %% wrong: outer-where-only
def safe_log(x):
    return jnp.where(x > 0, jnp.log(x), 0.0)

# %% wrong: outer-where-only
def safe_log(x):
    return jnp.where(x <= 0, 0.0, jnp.log(jnp.abs(x)))

# %% wrong: outer-where-only
def safe_log(x):
    return (x > 0) * jnp.log(jnp.maximum(x, 0.0))

# %% wrong: nan-painted-over
def safe_log(x):
    return jnp.nan_to_num(jnp.log(x), neginf=0.0)

# %% wrong: shifted
def safe_log(x):
    return jnp.log(jnp.maximum(x, 0) + 1e-3)

# %% wrong: shifted
def safe_log(x):
    return jnp.where(x > 0, jnp.log(x + 1e-6), 0.0)

# %% wrong: not-zero
def safe_log(x):
    return jnp.log(jnp.maximum(x, 1e-30))

# %% wrong: not-zero
def safe_log(x):
    tiny = 1e-6
    return jnp.log(jnp.where(x > tiny, x, tiny))

# %% wrong: no-gradient
def safe_log(x):
    y = jnp.where(x > 0, jnp.log(x), 0.0)
    return jax.lax.stop_gradient(y)

# %% wrong: wrong-value
def safe_log(x):
    x = jnp.abs(x)
    ok = x > 0
    return jnp.where(ok, jnp.log(jnp.where(ok, x, 1.0)), 0.0)

# %% wrong: wrong-value
def safe_log(x):
    ok = x > 0.01
    return jnp.where(ok, jnp.log(jnp.where(ok, x, 1.0)), 0.0)

# %% wrong: clinic/traced-branch
def safe_log(x):
    x = jnp.asarray(x)
    if x.ndim == 0:
        return jnp.log(x) if x > 0 else x * 0.0
    return jnp.log(jnp.where(x > 0, x, 1.0))

# %% wrong: not-the-gradient
def safe_log(x):
    ok = x > 0
    y = jnp.log(jnp.where(ok, x, 1.0))
    slip = x - jax.lax.stop_gradient(x)
    return jnp.where(ok, y, slip)

# %% check
import math

import jax.numpy as jnp

from tutor.checking import expect, fail, finite, shape, unchanged


def check(learner, reference, rng):
    points = [2.0, 0.0, 0.3, 1e-5, 50.0, -1.0, rng.number(0.1, 9), -rng.number(0.1, 9)]
    for v in points:
        value = unchanged(learner.safe_log, v)
        named(value, v)
        expect(value, log(v), tol=1e-5, inputs={"x": v})
    for v in points:
        slopes(learner, learner.gradient(learner.safe_log, v), jnp.float32(v))
    for size in ((7,), (1, 3), (4, 2)):
        x = rng.mixed(*size)
        expect(unchanged(learner.safe_log, x), log(x), tol=1e-5, inputs={"x": x})
    x = jnp.append(rng.mixed(6), 0.0)
    matrix = learner.jacobian(learner.safe_log, x)
    own = jnp.diag(matrix)
    expect(matrix, jnp.diag(own), "not-the-gradient")
    slopes(learner, own, x)
    compiled = learner.jit(learner.safe_log)
    for v in (jnp.float32(3.0), jnp.float32(0.0)):
        expect(compiled(v), log(v), tol=1e-5, inputs={"x": v})


def named(value, v):
    """A logarithm of something a little larger, or of something tiny in place of 0."""
    if shape(value) == () and finite(value):
        off = math.exp(float(value)) - v
        if v > 0 and 1e-5 * v < off < 1e-2:
            fail("shifted", value, log(v))
        if v <= 0 and float(value) < -5:
            fail("not-zero", value, 0.0)


def slopes(learner, slope, x):
    ok = x > 0
    right = ok / jnp.where(ok, x, 1.0)
    if not finite(slope):
        painted = learner.mentions("nan_to_num")
        fail("nan-painted-over" if painted else "outer-where-only", slope, right)
    mistakes = {"no-gradient": jnp.zeros_like(right)} if bool(ok.any()) else {}
    expect(slope, right, "not-the-gradient", inputs={"x": x}, mistakes=mistakes)


def log(x):
    x = jnp.asarray(x)
    return jnp.log(jnp.where(x > 0, x, 1.0))
