# %% starter
def safe_log(x):
    ...
# %% solution
def safe_log(x):
    ok = x > 0
    return jnp.where(ok, jnp.log(jnp.where(ok, x, 1.0)), 0.0)
# %% solution: plan 2
def safe_log(x):
    return jax.lax.cond(x > 0, jnp.log, lambda v: v * 0.0, x)
# %% wrong: outer-where-only
def safe_log(x):
    return jnp.where(x > 0, jnp.log(x), 0.0)
# %% wrong: nan-painted-over
def safe_log(x):
    return jnp.nan_to_num(jnp.log(x), neginf=0.0)
# %% wrong: shifted
def safe_log(x):
    return jnp.log(jnp.maximum(x, 0) + 1e-3)
# %% solution: maximum inside
def safe_log(x):
    pos = x > 0
    y = jnp.log(jnp.where(pos, x, jnp.ones_like(x)))
    return jnp.where(pos, y, jnp.zeros_like(y))
# %% solution: mapped cond
def safe_log(x):
    one = lambda v: jax.lax.cond(
        v > 0, jnp.log, lambda u: u * 0.0, v)
    x = jnp.asarray(x)
    return jax.vmap(one)(x.ravel()).reshape(x.shape)
# %% wrong: wrong-value
def safe_log(x):
    x = jnp.abs(x)
    ok = x > 0
    return jnp.where(ok, jnp.log(jnp.where(ok, x, 1.0)), 0.0)
# %% wrong: no-gradient
def safe_log(x):
    y = jnp.where(x > 0, jnp.log(x), 0.0)
    return jax.lax.stop_gradient(y)
# %% wrong: wrong-value
def safe_log(x):
    ok = x > 0.01
    return jnp.where(ok, jnp.log(jnp.where(ok, x, 1.0)), 0.0)
# %% check
import numpy as np

from tutor.checking import expect, finite, need


def check(learner, reference, rng):
    points = [0.0, 2.0, 0.3, 1e-3, 50.0, -1.0, rng.number(0.1, 9)]
    for v in points:
        value = learner.safe_log(v)
        right = np.log(v) if v > 0 else 0.0
        need(finite(value), "outer-where-only", value, right)
        expect(value, right, tol=1e-5, inputs={"x": v},
               mistakes={"shifted": np.log(max(v, 0) + 1e-3)})
    for v in points:
        slope = learner.gradient(learner.safe_log, v)
        right = 1 / v if v > 0 else 0.0
        if not finite(slope):
            painted = learner.mentions("nan_to_num")
            need(False, "nan-painted-over" if painted else "outer-where-only", slope, right)
        expect(slope, right, inputs={"x": v}, mistakes={"no-gradient": 0.0})
