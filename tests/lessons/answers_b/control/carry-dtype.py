# %% right: shape
def smooth(xs, d):
    start = jnp.zeros(xs.shape[1:], xs.dtype)
    def body(c, x):
        return c + (1 - d) * (x - c), None
    out, _ = jax.lax.scan(body, start, xs)
    return out

# %% right: vmap over columns
def smooth(xs, d):
    def one(v):
        return jax.lax.scan(lambda c, x: (d * c + (1 - d) * x, None), 0.0, v)[0]
    if xs.ndim == 1:
        return one(xs)
    flat = xs.reshape(len(xs), -1)
    return jax.vmap(one, in_axes=1)(flat).reshape(xs.shape[1:])

# %% right: jit with while
@jax.jit
def smooth(xs, d):
    def go(s):
        i, c = s
        return i + 1, d * c + (1 - d) * xs[i]
    return jax.lax.while_loop(lambda s: s[0] < xs.shape[0], go, (0, jnp.zeros(xs.shape[1:], float)))[1]

# %% right: stacked, last note
def smooth(xs, d):
    def body(c, x):
        c = d * c + (1 - d) * x
        return c, c
    return jax.lax.scan(body, jnp.zeros_like(xs[0]), xs)[1][-1]

# %% wrong: three columns
def smooth(xs, d):
    body = lambda c, x: (d * c + (1 - d) * x, None)
    start = jnp.zeros(()) if xs.ndim == 1 else jnp.zeros(3)
    return jax.lax.scan(body, start, xs)[0]

# %% wrong: first row as start then all
def smooth(xs, d):
    body = lambda c, x: (d * c + (1 - d) * x, None)
    return jax.lax.scan(body, xs[0], xs)[0]

# %% wrong: mean over columns
def smooth(xs, d):
    body = lambda c, x: (d * c + (1 - d) * x.mean(), None)
    return jax.lax.scan(body, 0.0, xs)[0]

# %% wrong: rows for columns
def smooth(xs, d):
    xs = xs.T
    body = lambda c, x: (d * c + (1 - d) * x, None)
    return jax.lax.scan(body, jnp.zeros_like(xs[0]), xs)[0]

# %% wrong: bias corrected
def smooth(xs, d):
    body = lambda c, x: (d * c + (1 - d) * x, None)
    return jax.lax.scan(body, jnp.zeros_like(xs[0]), xs)[0] / (1 - d ** len(xs))
