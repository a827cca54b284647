# %% right: a compiled loop over months
def balances(start, deposits, rate):
    def month(i, state):
        now, notes = state
        now = now * (1 + rate) + deposits[i]
        return now, notes.at[i].set(now)

    begin = (jnp.asarray(start, float), jnp.zeros(deposits.shape))
    return jax.lax.fori_loop(0, len(deposits), month, begin)[1]

# %% right: a matrix of growth
def balances(start, deposits, rate):
    k = jnp.arange(deposits.shape[0])
    age = k[:, None] - k
    growth = jnp.where(age >= 0, (1 + rate) ** age.astype(float), 0.0)
    return growth @ deposits + start * (1 + rate) ** (k + 1)

# %% right: associative scan
def balances(start, deposits, rate):
    def both(a, b):
        return a[0] * b[0], a[1] * b[0] + b[1]

    growth = jnp.full(deposits.shape, 1.0 + rate)
    first = deposits.at[0].add(start * (1 + rate))
    return jax.lax.associative_scan(both, (growth, first))[1]

# %% right: a class as the turn
class Account:
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, balance, deposit):
        balance = balance + self.rate * balance + deposit
        return balance, balance


balances = lambda start, deposits, rate: jax.lax.scan(Account(rate), start, deposits)[1]

# %% right: while, jitted, keywords
@jax.jit
def balances(start, deposits, rate):
    n = deposits.shape[0]

    def turn(s):
        i, b, out = s
        b = b * (1 + rate) + deposits[i]
        return i + 1, b, out.at[i].set(b)

    s = (0, jnp.float32(start), jnp.zeros(n))
    return jax.lax.while_loop(cond_fun=lambda s: s[0] < n, body_fun=turn, init_val=s)[2]
