# %% right: fori with at
def balances(start, deposits, rate):
    deposits = jnp.asarray(deposits, float)
    def turn(i, c):
        b, out = c
        b = b + rate * b + deposits[i]
        return b, out.at[i].set(b)
    return jax.lax.fori_loop(0, len(deposits), turn, (jnp.asarray(start, float), jnp.zeros_like(deposits)))[1]

# %% right: associative scan
def balances(start, deposits, rate):
    g = jnp.full_like(deposits, 1 + rate)
    def join(a, b):
        return a[0] * b[0], b[0] * a[1] + b[1]
    m, s = jax.lax.associative_scan(join, (g, deposits))
    return m * start + s

# %% right: dict carry, while loop
def balances(start, deposits, rate):
    n = deposits.shape[0]
    state = {"i": 0, "b": jnp.asarray(start, float), "out": jnp.zeros(n)}
    def go(s):
        b = s["b"] * (1 + rate) + deposits[s["i"]]
        return {"i": s["i"] + 1, "b": b, "out": s["out"].at[s["i"]].set(b)}
    return jax.lax.while_loop(lambda s: s["i"] < n, go, state)["out"]

# %% wrong: simple interest
def balances(start, deposits, rate):
    def month(b, d):
        b = b + start * rate + d
        return b, b
    return jax.lax.scan(month, jnp.asarray(start, float), deposits)[1]

# %% wrong: matrix power
def balances(start, deposits, rate):
    n = len(deposits)
    return start * (1 + rate) ** jnp.arange(1, n + 1) + jnp.cumsum(deposits)

# %% wrong: argument order
def balances(start, deposits, rate):
    def month(d, b):
        b = b * (1 + rate) + d
        return b, b
    return jax.lax.scan(month, jnp.asarray(start, float), deposits)[1]

# %% wrong: unroll all
def balances(start, deposits, rate):
    def month(b, d):
        b = b * (1 + rate) + d
        return b, b
    return jax.lax.scan(month, jnp.asarray(start, float), deposits, unroll=True)[1]

# %% wrong: reverse
def balances(start, deposits, rate):
    def month(b, d):
        b = b * (1 + rate) + d
        return b, b
    return jax.lax.scan(month, jnp.asarray(start, float), deposits, reverse=True)[1]
