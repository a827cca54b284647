# %% starter
def balances(start, deposits, rate):
    ...


deposits = jnp.array([100.0, 0.0, 50.0])
print(balances(1000.0, deposits, 0.1))

# %% solution: scan
def balances(start, deposits, rate):
    def month(balance, deposit):
        balance = balance * (1 + rate) + deposit
        return balance, balance

    last, history = jax.lax.scan(month, start, deposits)
    return history

# %% solution: a lambda
def balances(start, deposits, rate):
    f = lambda b, d: (b * (1 + rate) + d,) * 2
    return jax.lax.scan(f, start, deposits)[1]

# %% solution: fori_loop
def balances(start, deposits, rate):
    n = deposits.shape[0]

    def body(i, state):
        bal, out = state
        bal = bal * (1 + rate) + deposits[i]
        return bal, out.at[i].set(bal)

    state = (start * 1.0, jnp.zeros(n))
    return jax.lax.fori_loop(0, n, body, state)[1]

# %% solution: a pair as carry
def balances(first, ds, r):
    def step(carry, deposit):
        balance, growth = carry
        balance = balance * growth + deposit
        return (balance, growth), balance

    init = (jnp.float32(first), 1 + r)
    _, history = jax.lax.scan(step, init, ds)
    return history

# %% solution: without any loop
def balances(start, deposits, rate):
    i = jnp.arange(len(deposits))
    age = i[:, None] - i
    grown = jnp.where(age >= 0, (1.0 + rate) ** age, 0.0)
    first = start * (1.0 + rate) ** (i + 1)
    return first + grown @ deposits

# %% wrong: carry-not-history
def balances(start, deposits, rate):
    def month(balance, deposit):
        balance = balance * (1 + rate) + deposit
        return balance, balance

    return jax.lax.scan(month, start, deposits)[0]

# %% wrong: both-returned
def balances(start, deposits, rate):
    def month(balance, deposit):
        balance = balance * (1 + rate) + deposit
        return balance, balance

    return jax.lax.scan(month, start, deposits)

# %% wrong: old-balance-emitted
def balances(start, deposits, rate):
    def month(balance, deposit):
        new = balance * (1 + rate) + deposit
        return new, balance

    return jax.lax.scan(month, start, deposits)[1]

# %% wrong: grown-after
def balances(start, deposits, rate):
    def month(balance, deposit):
        balance = (balance + deposit) * (1 + rate)
        return balance, balance

    return jax.lax.scan(month, start, deposits)[1]

# %% wrong: no-interest
def balances(start, deposits, rate):
    return start + jnp.cumsum(deposits)

# %% wrong: interest-only
def balances(start, deposits, rate):
    def month(balance, deposit):
        balance = balance * rate + deposit
        return balance, balance

    return jax.lax.scan(month, start, deposits)[1]

# %% wrong: forgets
def balances(start, deposits, rate):
    def month(balance, deposit):
        new = balance * (1 + rate) + deposit
        return balance, new

    return jax.lax.scan(month, start, deposits)[1]

# %% wrong: unrolled
def balances(start, deposits, rate):
    out = []
    for d in deposits:
        start = start * (1 + rate) + d
        out.append(start)
    return jnp.stack(out)

# %% wrong: unrolled
def balances(start, deposits, rate):
    out = jnp.zeros(len(deposits))
    for i in range(len(deposits)):
        start = start * (1 + rate) + deposits[i]
        out = out.at[i].set(start)
    return out

# %% wrong: wrong-value
def balances(start, deposits, rate):
    def month(balance, deposit):
        balance = balance * 1.1 + deposit
        return balance, balance

    return jax.lax.scan(month, start, deposits)[1]

# %% wrong: wrong-value
def balances(start, deposits, rate):
    f = lambda b, d: (b * (1 + rate) + d,) * 2
    return jax.lax.scan(f, 1000.0, deposits)[1]

# %% wrong: clinic/loop-signature
def balances(start, deposits, rate):
    def month(balance, deposit):
        return balance * (1 + rate) + deposit

    return jax.lax.scan(month, start, deposits)[1]

# %% wrong: clinic/carry-mismatch
def balances(start, deposits, rate):
    def month(balance, deposit):
        balance = balance * (1 + rate) + deposits
        return balance, balance

    return jax.lax.scan(month, start, deposits)[1]

# %% wrong: unrolled
def balances(start, deposits, rate):
    def month(b, d):
        b = b * (1 + rate) + d
        return b, b

    return jax.lax.scan(month, start, deposits, unroll=True)[1]

# %% check
import numpy as np

from tutor.checking import expect, need, unchanged


def check(learner, reference, rng):
    for n in (5, 1, 8):
        start, rate = rng.number(5, 20), rng.number(0.02, 0.3)
        d = rng.mixed(n) if n > 1 else rng.normal(n)
        result = unchanged(learner.balances, start, d, rate)
        right = reference.balances(start, d, rate)
        inputs = {"start": start, "deposits": d, "rate": rate}
        expect(result, right, tol=1e-3, inputs=inputs, mistakes=mistakes(start, d, rate, right))
    sizes = [
        learner.equations(learner.balances, 10.0, rng.normal(n), 0.1, static=(0, 2))
        for n in (16, 128)
    ]
    # Divide and conquer grows by its depth, a loop in Python by its turns.
    need(sizes[1] - sizes[0] < 128 - 16, "unrolled")
    need(copies(learner, learner.balances, 10.0, rng.normal(128), 0.1, static=(0, 2)) < 128,
         "unrolled")


def copies(learner, f, *args, static):
    """How many copies of its turn a scan asks the compiler for."""
    scans = [op for op in learner.operations(f, *args, static=static) if op.primitive == "scan"]
    return max((int(op.params.get("unroll", 1)) for op in scans), default=1)


def mistakes(start, d, rate, right):
    history = np.asarray(right)
    before = np.concatenate([[start], history[:-1]])
    after, interest, a, b = [], [], start, start
    for v in np.asarray(d):
        a, b = (a + v) * (1 + rate), b * rate + v
        after.append(a)
        interest.append(b)
    return {
        "carry-not-history": right[-1],
        "both-returned": (right[-1], right),
        "old-balance-emitted": before,
        "grown-after": np.array(after),
        "no-interest": start + np.cumsum(d),
        "interest-only": np.array(interest),
        "forgets": start * (1 + rate) + np.asarray(d),
    }
