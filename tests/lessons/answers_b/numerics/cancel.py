# %% right: direct
def variance(x):
    return jnp.mean((x - jnp.mean(x)) ** 2)

# %% right: var
def variance(x):
    return jnp.var(x)

# %% right: std squared
variance = lambda x: x.std() ** 2

# %% right: dot
def variance(x):
    d = x - x.mean()
    return d @ d / x.size

# %% right: scan welford
def variance(x):
    def body(c, v):
        n, m, s = c
        n = n + 1
        d = v - m
        m = m + d / n
        return (n, m, s + d * (v - m)), None
    (n, m, s), _ = jax.lax.scan(body, (0.0, 0.0, 0.0), x)
    return s / n

# %% right: shift by first then formula
def variance(x):
    y = x - x[0]
    y = y - y.mean()
    return jnp.mean(y * y)

# %% right: shift by first, one pass
def variance(x):
    """Shifted data."""
    y = x - x[0]
    return jnp.mean(y * y) - jnp.mean(y) ** 2

# %% right: numpy 64
def variance(x):
    x64 = np.asarray(x, np.float64)
    return jnp.float32(np.mean(x64 ** 2) - np.mean(x64) ** 2)

# %% right: vmap
def variance(x):
    m = jnp.mean(x)
    return jax.vmap(lambda v: (v - m) ** 2)(x).mean()

# %% right: einsum jit
@jax.jit
def variance(x: jax.Array) -> jax.Array:
    c = x - x.mean()
    return jnp.einsum("i,i->", c, c) / x.shape[0]

# %% wrong: as given
def variance(x):
    return jnp.mean(x * x) - jnp.mean(x) ** 2

# %% wrong: std
def variance(x):
    return jnp.std(x)

# %% wrong: ddof
def variance(x):
    return jnp.var(x, ddof=1)

# %% wrong: sum
def variance(x):
    return jnp.sum((x - jnp.mean(x)) ** 2)

# %% wrong: mean diff squared
def variance(x):
    return jnp.mean(x - jnp.mean(x)) ** 2

# %% wrong: abs
def variance(x):
    return jnp.mean(jnp.abs(x - jnp.mean(x)))

# %% wrong: median
def variance(x):
    return jnp.mean((x - jnp.median(x)) ** 2)

# %% wrong: abs of formula
def variance(x):
    return jnp.abs(jnp.mean(x * x) - jnp.mean(x) ** 2)

# %% wrong: max 0
def variance(x):
    return jnp.maximum(jnp.mean(x * x) - jnp.mean(x) ** 2, 0)

# %% wrong: minus 10000 const
def variance(x):
    y = x - 10000
    return jnp.mean(y * y) - jnp.mean(y) ** 2

# %% wrong: /1000
def variance(x):
    return jnp.sum((x - jnp.mean(x)) ** 2) / 1000

# %% wrong: 1.0
def variance(x):
    return 1.0

# %% wrong: rewritten factor
def variance(x):
    return jnp.mean(x * (x - jnp.mean(x)))

# %% wrong: astype64 ineffective
def variance(x):
    x = x.astype(jnp.float64)
    return jnp.mean(x * x) - jnp.mean(x) ** 2

# %% wrong: scaled
def variance(x):
    y = x / 10000
    return (jnp.mean(y * y) - jnp.mean(y) ** 2) * 1e8

# %% wrong: normalized
def variance(x):
    y = (x - x.mean()) / x.std()
    return jnp.mean(y * y)

# %% wrong: shift by max then forget
def variance(x):
    y = x - x.max()
    return jnp.mean(y * y)

# %% wrong: vector
def variance(x):
    return (x - x.mean()) ** 2

# %% wrong: product form
def variance(x):
    s = jnp.sqrt(jnp.mean(x * x)); m = jnp.mean(x)
    return (s - m) * (s + m)
