# %% starter
def root(a, tol):
    ...


print(root(2.0, 1e-4))
print(jax.jit(root)(50.0, 0.01))

# %% solution: guess and count
def root(a, tol):
    def too_far(state):
        x, n = state
        return jnp.abs(x * x - a) > tol * a

    def improve(state):
        x, n = state
        return (x + a / x) / 2, n + 1

    return jax.lax.while_loop(too_far, improve, (a, 0))

# %% solution: lambdas
def root(a, tol):
    return jax.lax.while_loop(
        lambda s: abs(s[0] ** 2 / a - 1) > tol,
        lambda s: (0.5 * (s[0] + a / s[0]), s[1] + 1),
        (jnp.asarray(a), jnp.int32(0)),
    )

# %% solution: a dict, and a limit
def root(number, tol):
    def go_on(s):
        far = jnp.abs(s["x"] ** 2 - number) > tol * number
        return far & (s["n"] < 1000)

    def step(s):
        x = 0.5 * (s["x"] + number / s["x"])
        return {"x": x, "n": s["n"] + 1}

    start = {"x": number * 1.0, "n": 0}
    end = jax.lax.while_loop(go_on, step, start)
    return end["x"], end["n"]

# %% solution: scan with a fixed number of turns
def root(a, tol):
    def turn(state, _):
        x, n = state
        far = jnp.abs(x * x - a) > tol * a
        new = jnp.where(far, (x + a / x) / 2, x)
        return (new, n + jnp.where(far, 1, 0)), None

    start = (jnp.float32(a), 0)
    return jax.lax.scan(turn, start, length=40)[0]

# %% wrong: stops-at-once
def root(a, tol):
    def close(state):
        return jnp.abs(state[0] ** 2 - a) < tol * a

    def improve(state):
        x, n = state
        return (x + a / x) / 2, n + 1

    return jax.lax.while_loop(close, improve, (a, 0))

# %% wrong: python-while
def root(a, tol):
    x, n = a, 0
    while abs(x * x - a) > tol * a:
        x, n = (x + a / x) / 2, n + 1
    return x, n

# %% wrong: absolute
def root(a, tol):
    def too_far(state):
        return jnp.abs(state[0] ** 2 - a) > tol

    def improve(state):
        x, n = state
        return (x + a / x) / 2, n + 1

    return jax.lax.while_loop(too_far, improve, (a, 0))

# %% wrong: no-abs
def root(a, tol):
    def too_far(state):
        return a - state[0] ** 2 > tol * a

    def improve(state):
        x, n = state
        return (x + a / x) / 2, n + 1

    return jax.lax.while_loop(too_far, improve, (a, 0))

# %% wrong: tol-ignored
def root(a, tol):
    def too_far(state):
        return jnp.abs(state[0] ** 2 - a) > 1e-4 * a

    def improve(state):
        x, n = state
        return (x + a / x) / 2, n + 1

    return jax.lax.while_loop(too_far, improve, (a, 0))

# %% wrong: tol-ignored
def root(a, tol):
    body = lambda i, x: (x + a / x) / 2
    return jax.lax.fori_loop(0, 10, body, a), 10

# %% wrong: count-missing
def root(a, tol):
    return jax.lax.while_loop(
        lambda x: jnp.abs(x * x - a) > tol * a,
        lambda x: (x + a / x) / 2,
        a,
    )

# %% wrong: wrong-count
def root(a, tol):
    def too_far(state):
        return jnp.abs(state[0] ** 2 - a) > tol * a

    def improve(state):
        x, n = state
        return (x + a / x) / 2, n + 1

    return jax.lax.while_loop(too_far, improve, (a, 1))

# %% wrong: swapped
def root(a, tol):
    def too_far(state):
        return jnp.abs(state[1] ** 2 - a) > tol * a

    def improve(state):
        n, x = state
        return n + 1, (x + a / x) / 2

    return jax.lax.while_loop(too_far, improve, (0, a))

# %% wrong: other-start
def root(a, tol):
    def too_far(state):
        return jnp.abs(state[0] ** 2 - a) > tol * a

    def improve(state):
        x, n = state
        return (x + a / x) / 2, n + 1

    return jax.lax.while_loop(too_far, improve, (1.0, 0))

# %% wrong: other-start
def root(a, tol):
    def too_far(state):
        return jnp.abs(state[0] ** 2 - a) > tol * a

    def improve(state):
        x, n = state
        return (x + a / x) / 2, n + 1

    start = (a / 2, 0)
    return jax.lax.while_loop(too_far, improve, start)

# %% wrong: clinic/carry-mismatch
def root(a, tol):
    def too_far(state):
        return jnp.abs(state[0] ** 2 - a) > tol * a

    def improve(state):
        x, n = state
        return (x + a / x) / 2

    return jax.lax.while_loop(too_far, improve, (a, 0))

# %% wrong: clinic/carry-mismatch
def root(a, tol):
    def too_far(state):
        return jnp.abs(state[0] ** 2 - a) > tol * a

    def improve(state):
        x, n = state
        return (x + a / x) / 2, n + 1

    start = (jnp.int32(a), 0)
    return jax.lax.while_loop(too_far, improve, start)

# %% wrong: wrong-value
def root(a, tol):
    def go_on(state):
        x, n = state
        return (jnp.abs(x * x - a) > tol * a) & (n < 10)

    def step(state):
        x, n = state
        return (x + a / x) / 2, n + 1

    return jax.lax.while_loop(go_on, step, (1.0 * a, 0))

# %% check
import jax.numpy as jnp

from tutor.checking import close, expect, finite, need, on_error, shape, unchanged

errors = [on_error("TracerBoolConversionError", r"", "python-while")]


RANGES = ((0.02, 0.3), (2.0, 9.0), (5e4, 4e5), (50.0, 400.0), (0.9, 1.1))


def check(learner, reference, rng):
    fast = learner.jit(learner.root)
    for tol in (0.4, 0.02, 3e-5):
        for low, high in RANGES if tol > 0.1 else RANGES[:-1]:
            a, t = well_apart(rng, low, high, tol)
            right = reference.root(a, t)
            for f in (learner.root, fast):
                got = unchanged(f, a, t)
                need(shape(got) != (), "count-missing", got)
                if not close(got, right):
                    explain(learner, got, a, t, right)
                expect(got, right, inputs={"a": a, "tol": t})


def explain(learner, got, a, tol, right):
    """Names the mistake whose results these are."""
    beyond = lambda a, tol: lambda x: abs(x * x - a) > tol * a
    rules = {
        "stops-at-once": (1.0, lambda a, tol: lambda x: False),
        "absolute": (1.0, lambda a, tol: lambda x: abs(x * x - a) > tol),
        "no-abs": (1.0, lambda a, tol: lambda x: a - x * x > tol * a),
        "other-start": (0.5, beyond),
    }
    tried = [(v, t, learner.root(v, t)) for v, t in ((0.05, 0.1), (99.0, 0.02), (7.0, 0.3))]
    for feedback, (part, rule) in rules.items():
        expected = [newton(v, part * v, rule(v, t)) for v, t, _ in tried]
        same = all(close(t[2], e, 1e-5) for t, e in zip(tried, expected, strict=True))
        need(not same, feedback, got, right)
    need(not close(got, newton(a, 1.0, beyond(a, tol)), 1e-5), "other-start", got, right)
    coarse, fine = learner.root(50.0, 0.4), learner.root(50.0, 3e-5)
    need(not (finite(coarse) and close(coarse, fine, 1e-6)), "tol-ignored", got, right)
    need(not close(list(got)[::-1], list(right)), "swapped", got, right)
    need(not close(list(got)[:1], list(right)[:1], 1e-5), "wrong-count", got, right)


def newton(a, x, go_on):
    n = 0
    while go_on(x) and n < 60:
        x, n = (x + a / x) / 2, n + 1
    return jnp.float32(x), n


def well_apart(rng, low, high, tol):
    """An input on which no guess is so near the limit that rounding would decide."""
    while True:
        a, t = rng.number(low, high), tol * rng.number(0.5, 1.5)
        if all(apart(a, x, t) for x in (a, 1.0, a / 2)):
            return a, t


def apart(a, x, tol):
    for _ in range(30):
        if 0.7 < abs(x * x - a) / (tol * a) < 1.4:
            return False
        x = (x + a / x) / 2
    return True
