# %% starter
@jax.jit
def leaky(x):
    if x > 0:
        return x
    return 0.1 * x


print(leaky(3.0), leaky(-3.0))
print(leaky(jnp.array([-1.0, 2.0])))

# %% solution: where
@jax.jit
def leaky(x):
    return jnp.where(x > 0, x, 0.1 * x)

# %% solution: maximum
@jax.jit
def leaky(x):
    return jnp.maximum(x, 0.1 * x)

# %% solution: the library's
leaky = jax.jit(lambda x: jax.nn.leaky_relu(x, 0.1))

# %% solution: two halves
@jax.jit
def leaky(value):
    positive = jnp.maximum(value, 0)
    negative = jnp.minimum(value, 0)
    return positive + 0.1 * negative

# %% solution: slopes, compiled by the caller
def leaky(x):
    return x * jnp.where(x > 0, 1.0, 0.1)

# %% wrong: branch-on-tracer
@jax.jit
def leaky(x):
    if x > 0:
        return x
    return 0.1 * x

# %% wrong: branch-on-tracer
@jax.jit
def leaky(x):
    return x if bool(x > 0) else 0.1 * x

# %% wrong: branch-on-tracer
@jax.jit
def leaky(values):
    return max(values, 0.1 * values)

# %% wrong: branch-on-tracer
@jax.jit
def leaky(x):
    if jnp.all(x > 0):
        return x
    return 0.1 * x

# %% wrong: branch-on-tracer
def leaky(x):
    if jnp.ndim(x) == 0:
        return x if x > 0 else 0.1 * x
    return jnp.where(x > 0, x, 0.1 * x)

# %% wrong: scalar-only
@jax.jit
def leaky(x):
    return jax.lax.cond(
        x > 0, lambda: x, lambda: 0.1 * x
    )

# %% wrong: negative-side
@jax.jit
def leaky(x):
    return jnp.where(x > 0, x, 0.0)

# %% wrong: negative-side
@jax.jit
def leaky(x):
    return jax.nn.leaky_relu(x)

# %% wrong: negative-side
@jax.jit
def leaky(x):
    return jnp.maximum(x, 0.1)

# %% wrong: positive-side
@jax.jit
def leaky(x):
    return 0.1 * x

# %% wrong: swapped
@jax.jit
def leaky(x):
    return jnp.where(x > 0, 0.1 * x, x)

# %% wrong: swapped
@jax.jit
def leaky(x):
    return jnp.minimum(x, 0.1 * x)

# %% wrong: no-return
@jax.jit
def leaky(x):
    y = jnp.where(x > 0, x, 0.1 * x)

# %% check
from tutor.checking import attempt, close, expect, fail, need, on_error

TRACED = ("TracerBoolConversionError", "ConcretizationTypeError")

errors = [on_error(TRACED, r"", "branch-on-tracer")]


def check(learner, reference, rng):
    leaky = learner.jit(learner.leaky)
    numbers(leaky, reference, rng)
    for shape in ((7,), (3, 4), (1,)):
        x = rng.mixed(*shape)
        result = attempt(leaky, x)
        if result.error is not None and not set(TRACED) & set(result.error.names):
            fail("scalar-only", observed=result.error.name, needed=reference.leaky(x))
        got = leaky(x) if result.error is not None else result.value
        expect(got, reference.leaky(x), inputs={"x": x})
    x = rng.normal(5)
    expect(learner.leaky(x), reference.leaky(x), inputs={"x": x})


def numbers(leaky, reference, rng):
    """A positive and a negative number: which of the two sides is right?"""
    up, down = rng.number(1.0, 3.0), -rng.number(1.0, 3.0)
    above, below = leaky(up), leaky(down)
    right_above = close(above, reference.leaky(up))
    right_below = close(below, reference.leaky(down))
    need(not (close(above, 0.1 * up) and close(below, down)), "swapped", below, 0.1 * down)
    need(right_above or not right_below, "positive-side", above, up)
    need(right_below or not right_above, "negative-side", below, 0.1 * down)
    for x, got in ((up, above), (down, below), (0.0, leaky(0.0))):
        expect(got, reference.leaky(x), inputs={"x": x})
