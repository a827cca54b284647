# %% starter
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = ...

print(fast_power(jnp.array([1.0, 2.0, 3.0]), 5))

# %% solution: static_argnums
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = jax.jit(power, static_argnums=1)

print(fast_power(jnp.array([1.0, 2.0, 3.0]), 5))

# %% solution: by name, as a decorator
from functools import partial


@partial(jax.jit, static_argnames="count")
def fast_power(x, count):
    y = jnp.ones_like(x)
    for _ in range(count):
        y = y * x
    return y

# %% solution: no loop
fast_power = jax.jit(lambda x, n: x**n)

# %% solution: a loop that JAX knows
@jax.jit
def fast_power(x, n):
    one = jnp.ones_like(x)
    return jax.lax.fori_loop(0, n, lambda i, y: y * x, one)

# %% wrong: n-is-traced
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = jax.jit(power)

# %% wrong: n-is-traced
@jax.jit
def fast_power(base, times):
    y = base
    for _ in range(times - 1):
        y = y * base
    return y

# %% wrong: n-is-traced
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(int(n)):
        y = y * x
    return y


fast_power = jax.jit(power)

# %% wrong: wrong-static
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = jax.jit(power, static_argnums=0)

# %% wrong: wrong-static
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = jax.jit(power, static_argnames=("x", "n"))

# %% wrong: not-jitted
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = power

# %% wrong: compiles-each-call
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


def fast_power(x, n):
    return jax.jit(lambda v: power(v, n))(x)

# %% wrong: fixed-power
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


fast_power = jax.jit(lambda x, n: power(x, 3))

# %% wrong: wrong-value
@jax.jit
def fast_power(x, n):
    return n**x

# %% wrong: wrong-value
def power(x, n):
    y = x
    for _ in range(n):
        y = y * x
    return y


fast_power = jax.jit(power, static_argnums=1)

# %% wrong: wrong-value
def power(x, n):
    y = x
    for _ in range(n - 1):
        y = y * x
    return y


fast_power = jax.jit(power, static_argnums=1)

# %% wrong: wrong-value
@jax.jit
def fast_power(x, n):
    y = jnp.ones_like(x)
    for i in range(16):
        y = jnp.where(i < n, y * x, y)
    return y

# %% wrong: not-whole
times = jax.jit(lambda a, b: a * b)


def fast_power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = times(y, x)
    return y

# %% wrong: no-return
def power(x, n):
    y = jnp.ones_like(x)
    for _ in range(n):
        y = y * x
    return y


@jax.jit(static_argnums=1)
def fast_power(x, n):
    print(power(x, n))

# %% check
from tutor.checking import close, expect, need, on_error, unchanged

errors = [
    on_error("ConcretizationTypeError", r"", "n-is-traced"),
    on_error("TracerIntegerConversionError", r"", "n-is-traced"),
    on_error("ValueError", r"[Nn]on-hashable", "wrong-static"),
]


def check(learner, reference, rng):
    x = rng.uniform(6, low=-2.0, high=2.0)
    square, fourth = learner.fast_power(x, 2), learner.fast_power(x, 4)
    need(square is None or not close(square, fourth), "fixed-power", observed=fourth)
    for n, shape in ((3, (5,)), (0, (2, 3)), (1, (4,)), (6, (1, 2)), (2, ()), (120, (3,))):
        low, high = (-2.0, 2.0) if n < 10 else (0.97, 1.03)
        x = rng.uniform(*shape, low=low, high=high)
        got = unchanged(learner.fast_power, x, n)
        expect(got, reference.fast_power(x, n), tol=1e-3, inputs={"x": x, "n": n})
    x = rng.normal(11)
    first = learner.compiles(learner.fast_power, x, 3)
    need(first > 0, "not-jitted", observed=first, needed=1)
    again = learner.compiles(learner.fast_power, x + 1, 3)
    need(again == 0, "compiles-each-call", observed=again, needed=0)
    # One program holds the whole loop: outside of it nothing happens once a turn.
    short, long = (learner.equations(learner.fast_power, x, n, static=(1,), top=True) for n in (2, 7))
    need(short == long, "not-whole", observed=long, needed=short)
