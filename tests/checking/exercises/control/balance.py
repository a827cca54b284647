# %% starter
def balances(start, deposits, rate):
    ...
# %% solution
def balances(start, deposits, rate):
    def f(bal, d):
        bal = bal * (1 + rate) + d
        return bal, bal
    return jax.lax.scan(f, start, deposits)[1]
# %% solution: plan 2
def balances(start, deposits, rate):
    f = lambda b, d: (b * (1 + rate) + d,) * 2
    last, hist = jax.lax.scan(f, start, deposits)
    return hist
# %% wrong: carry-not-history
def balances(start, deposits, rate):
    f = lambda b, d: (b * (1 + rate) + d,) * 2
    return jax.lax.scan(f, start, deposits)[0]
# %% wrong: old-balance-emitted
def balances(start, deposits, rate):
    f = lambda b, d: (b * (1 + rate) + d, b)
    return jax.lax.scan(f, start, deposits)[1]
# %% wrong: unrolled
def balances(start, deposits, rate):
    out = []
    for d in deposits:
        start = start * (1 + rate) + d
        out.append(start)
    return jnp.stack(out)
# %% wrong: one-value-returned
def balances(start, deposits, rate):
    def f(bal, d):
        return bal * (1 + rate) + d
    return jax.lax.scan(f, start, deposits)[1]
# %% solution: while_loop by index
def balances(start, deposits, rate):
    n = deposits.shape[0]
    def body(i, s):
        bal, out = s
        bal = bal * (1 + rate) + deposits[i]
        return bal, out.at[i].set(bal)
    out = jnp.zeros(n)
    return jax.lax.fori_loop(0, n, body, (start * 1.0, out))[1]
# %% solution: pair as carry
def balances(start, deposits, rate):
    def step(carry, deposit):
        balance, growth = carry
        balance = balance * growth + deposit
        return (balance, growth), balance
    init = (jnp.float32(start), 1 + rate)
    _, history = jax.lax.scan(step, init, deposits)
    return history
# %% wrong: grown-after
def balances(start, deposits, rate):
    f = lambda b, d: ((b + d) * (1 + rate),) * 2
    return jax.lax.scan(f, start, deposits)[1]
# %% wrong: wrong-value
def balances(start, deposits, rate):
    f = lambda b, d: (b * 1.1 + d,) * 2
    return jax.lax.scan(f, start, deposits)[1]
# %% wrong: wrong-value
def balances(start, deposits, rate):
    f = lambda b, d: (b * (1 + rate) + d,) * 2
    return jax.lax.scan(f, 10.0, deposits)[1]
# %% wrong: wrong-structure
def balances(start, deposits, rate):
    f = lambda b, d: (b * (1 + rate) + d,) * 2
    return jax.lax.scan(f, start, deposits)
# %% check
import numpy as np

from tutor.checking import expect, need, on_error, unchanged

errors = [on_error("TypeError", "scan body|must be a pair", "one-value-returned")]


def check(learner, reference, rng):
    for n in (5, 1, 8):
        start, rate = rng.number(5, 20), rng.number(0.02, 0.3)
        d = rng.mixed(n)
        result = unchanged(learner.balances, start, d, rate)
        right = reference.balances(start, d, rate)
        before = np.concatenate([[start], np.asarray(right)[:-1]])
        after, b = [], start
        for v in np.asarray(d):
            b = (b + v) * (1 + rate)
            after.append(b)
        inputs = {"start": start, "deposits": d, "rate": rate}
        expect(result, right, tol=1e-3, inputs=inputs, mistakes={
            "carry-not-history": right[-1],
            "old-balance-emitted": before,
            "grown-after": np.array(after),
        })
    size = lambda n: learner.equations(
        learner.balances, 10.0, rng.normal(n), 0.1, static=(0, 2))
    need(size(6) == size(40), "unrolled")
