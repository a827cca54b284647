# %% right: recursive
def init(key, n):
    if n == 0:
        return []
    here, rest = jax.random.split(key)
    return [jax.random.normal(here, (4, 4))] + init(rest, n - 1)

# %% right: scan
def init(key, n):
    def turn(k, _):
        k, sub = jax.random.split(k)
        return k, jax.random.normal(sub, (4, 4))
    _, ws = jax.lax.scan(turn, key, length=n)
    return [*ws]

# %% right: inverse cdf of uniform
def init(key, n):
    out = []
    for k in jax.random.split(key, n):
        u = jax.random.uniform(k, (4, 4), minval=1e-6, maxval=1 - 1e-6)
        out.append(jax.scipy.stats.norm.ppf(u))
    return out

# %% right: multivariate
def init(key, n):
    ks = jax.random.split(key, n)
    return [jax.random.multivariate_normal(k, jnp.zeros(4), jnp.eye(4), (4,)) for k in ks]

# %% wrong: transposed copies
def init(key, n):
    w = jax.random.normal(key, (4, 4))
    return [w if i % 2 == 0 else w.T for i in range(n)]

# %% wrong: cumulative sums
def init(key, n):
    return list(jnp.cumsum(jax.random.normal(key, (n, 4, 4)), axis=0))

# %% wrong: last is parent
def init(key, n):
    out = []
    for _ in range(n - 1):
        key, sub = jax.random.split(key)
        out.append(jax.random.normal(sub, (4, 4)))
    k2, _ = jax.random.split(key)
    return out + [jax.random.normal(key, (4, 4)) + 0 * jax.random.normal(k2, (4, 4))]

# %% wrong: orthogonal
def init(key, n):
    return [jax.random.orthogonal(k, 4) for k in jax.random.split(key, n)]

# %% wrong: sign
def init(key, n):
    return [jnp.sign(jax.random.normal(k, (4, 4))) for k in jax.random.split(key, n)]
