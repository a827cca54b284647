# %% right: dict state
def root(a, tol):
    def far(s):
        return abs(s["x"] * s["x"] - a) > tol * a
    def better(s):
        return {"x": 0.5 * (s["x"] + a / s["x"]), "n": s["n"] + 1}
    s = jax.lax.while_loop(far, better, {"x": jnp.float32(a), "n": jnp.int32(0)})
    return s["x"], s["n"]

# %% right: error carried
def root(a, tol):
    def err(x):
        return jnp.abs(x * x - a)
    x0 = jnp.asarray(a, float)
    def step(s):
        x, n, _ = s
        x = (x + a / x) / 2
        return x, n + 1, err(x)
    x, n, _ = jax.lax.while_loop(lambda s: s[2] > tol * a, step, (x0, 0, err(x0)))
    return x, n

# %% right: list
def root(a, tol):
    a = jnp.asarray(a, dtype=jnp.float32)
    x, n = jax.lax.while_loop(lambda s: abs(s[0] * s[0] - a) > tol * a, lambda s: [(s[0] + a / s[0]) / 2, s[1] + 1], [a, 0])
    return x, n

# %% right: bounded fori with where? enough turns
def root(a, tol):
    a = jnp.asarray(a, float)
    def turn(_, s):
        x, n = s
        more = abs(x * x - a) > tol * a
        return jnp.where(more, (x + a / x) / 2, x), n + more
    return jax.lax.fori_loop(0, 200, turn, (a, 0))

# %% wrong: no abs
def root(a, tol):
    a = jnp.asarray(a, float)
    return jax.lax.while_loop(lambda s: s[0] ** 2 - a > tol * a, lambda s: ((s[0] + a / s[0]) / 2, s[1] + 1), (a, 0))

# %% wrong: step size criterion
def root(a, tol):
    a = jnp.asarray(a, float)
    def step(s):
        x, n, _ = s
        return (x + a / x) / 2, n + 1, x
    x, n, _ = jax.lax.while_loop(lambda s: abs(s[0] - s[2]) > tol * a, step, (a, 0, 0 * a))
    return x, n

# %% wrong: state grown
def root(a, tol):
    a = jnp.asarray(a, float)
    return jax.lax.while_loop(lambda s: abs(s[0] ** 2 - a) > tol * a, lambda s: (s[0] + a / s[0]) / 2, (a, 0))

# %% wrong: do while
def root(a, tol):
    a = jnp.asarray(a, float)
    s = ((a + 1) / 2, 1)
    return jax.lax.while_loop(lambda s: abs(s[0] ** 2 - a) > tol * a, lambda s: ((s[0] + a / s[0]) / 2, s[1] + 1), s)

# %% wrong: few bounded turns
def root(a, tol):
    a = jnp.asarray(a, float)
    def turn(_, s):
        x, n = s
        more = abs(x * x - a) > tol * a
        return jnp.where(more, (x + a / x) / 2, x), n + more
    return jax.lax.fori_loop(0, 8, turn, (a, 0))
