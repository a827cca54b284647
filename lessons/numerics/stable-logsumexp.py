# %% starter
def lse(v):
    ...


print(lse(jnp.array([0.0, 1.0, 2.0])))  # 2.4076
print(lse(jnp.array([1000.0, 999.0])))  # 1000.3133

# %% solution: out with the largest
def lse(v):
    m = v.max()
    return m + jnp.log(jnp.exp(v - m).sum())

# %% solution: there is one already
def lse(v):
    return jax.nn.logsumexp(v)

# %% solution: two at a time
def lse(v):
    return jnp.logaddexp.reduce(v)

# %% solution: two at a time, in a scan
def lse(v):
    def body(total, x):
        return jnp.logaddexp(total, x), None

    total, _ = jax.lax.scan(body, v[0], v[1:])
    return total

# %% wrong: overflows
def lse(v):
    return jnp.log(jnp.exp(v).sum())

# %% wrong: overflows
def lse(v):
    m = v.mean()
    return m + jnp.log(jnp.exp(v - m).sum())

# %% wrong: overflows
def lse(v):
    total = jnp.log(jnp.exp(v).sum())
    return jnp.nan_to_num(total, posinf=1e4)

# %% wrong: max-not-added-back
def lse(v):
    return jnp.log(jnp.exp(v - v.max()).sum())

# %% wrong: max-not-added-back
def lse(v):
    m = jnp.max(v)
    return jnp.log(jnp.sum(jnp.exp(v - m))) - m

# %% wrong: clipped
def lse(v):
    v = jnp.clip(v, -80, 80)
    return jnp.log(jnp.exp(v).sum())

# %% wrong: clipped
def lse(v):
    return jnp.log(jnp.minimum(jnp.exp(v), 1e38).sum())

# %% wrong: underflows
def lse(v):
    m = jnp.abs(v).max()
    return m + jnp.log(jnp.exp(v - m).sum())

# %% wrong: only-largest
def lse(v):
    return v.max()

# %% wrong: averaged
def lse(v):
    m = v.max()
    return m + jnp.log(jnp.exp(v - m).mean())

# %% wrong: log-inside
def lse(v):
    return jnp.log(jnp.exp(v)).sum()

# %% wrong: wrong-value
def lse(v):
    m = v.max()
    return m * jnp.log(jnp.exp(v - m).sum())

# %% wrong: wrong-shape
def lse(v):
    m = v.max()
    return m + jnp.log(jnp.exp(v - m).sum(keepdims=True))

# %% wrong: no-return
def lse(v):
    m = v.max()
    m + jnp.log(jnp.exp(v - m).sum())

# %% check
import jax.numpy as jnp

from tutor.checking import close, expect, finite, need, unchanged

FAR = 300.0


def check(learner, reference, rng):
    for n in (3, *rng.sizes(2, 4, 12), 1):
        v = rng.normal(n, scale=2.0)
        right, m = reference.lse(v), jnp.max(v)
        got = unchanged(learner.lse, v)
        without = right - 2 * m if close(got, right - 2 * m) else right - m
        expect(
            got,
            right,
            inputs={"v": v},
            mistakes={
                "only-largest": m,
                "log-inside": v.sum(),
                "averaged": right - jnp.log(n),
                **({"max-not-added-back": without} if n > 1 else {}),
            },
        )
        minus = learner.lse(v - 1)
        need(not close(minus, learner.lse(v)), "max-not-added-back", minus, right - 1)
    for n in (2, *rng.sizes(2, 3, 9)):
        far(learner, reference, rng.normal(n) + FAR)
        far(learner, reference, jnp.append(rng.normal(n), rng.number(FAR, 900.0)))
        v = rng.normal(n) - FAR
        got, right = learner.lse(v), reference.lse(v)
        need(finite(got), "underflows", got, right)
        expect(got, right, tol=1e-5, inputs={"v": v})


def far(learner, reference, v):
    """Large numbers: neither an infinity nor a result that stands still."""
    got, right = learner.lse(v), reference.lse(v)
    need(finite(got), "overflows", got, right)
    if not close(got, right, 1e-5) and close(got, learner.lse(v + 100)):
        need(float(got) < float(right), "overflows", got, right)
        need(False, "clipped", got, right)
    expect(got, right, tol=1e-5, inputs={"v": v})
