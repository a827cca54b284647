# %% starter
def norm(v):
    ...


for v in ([3.0, 4.0], [1e-5, 0.0], [0.0, 0.0]):
    v = jnp.array(v)
    print(norm(v), jax.grad(norm)(v))

# %% solution: two wheres
def norm(v):
    s = jnp.sum(v * v)
    pos = s > 0
    return jnp.where(
        pos, jnp.sqrt(jnp.where(pos, s, 1.0)), 0.0
    )

# %% solution: never below a tiny number
def norm(v):
    s = jnp.sum(v * v)
    return jnp.sqrt(jnp.maximum(s, 1e-30))

# %% solution: a harmless vector
def norm(v):
    zero = jnp.all(v == 0)
    safe = jnp.where(zero, jnp.ones_like(v), v)
    return jnp.where(zero, 0.0, jnp.linalg.norm(safe))

# %% solution: a branch
def norm(v):
    return jax.lax.cond(
        jnp.any(v != 0),
        jnp.linalg.norm,
        lambda v: 0.0 * v.sum(),
        v,
    )

# %% wrong: nan-at-zero
def norm(v):
    return jnp.linalg.norm(v)

# %% wrong: nan-at-zero
def norm(v):
    return jnp.sqrt(jnp.sum(v * v))

# %% wrong: nan-at-zero
def norm(v):
    s = jnp.sum(v * v)
    return jnp.where(s > 0, jnp.sqrt(s), 0.0)

# %% wrong: nan-at-zero
def norm(v):
    return jnp.nan_to_num(jnp.linalg.norm(v))

# %% wrong: biased
def norm(v):
    return jnp.sqrt(jnp.sum(v * v) + 0.01)

# %% wrong: biased
def norm(v):
    return jnp.sqrt(jnp.sum(v * v) + 1e-8)

# %% wrong: biased
def norm(v):
    return jnp.sqrt(jnp.sum(v * v) + 1e-12)

# %% wrong: biased
def norm(v):
    return jnp.linalg.norm(v + 1e-6)

# %% wrong: squared
def norm(v):
    return jnp.sum(v * v)

# %% wrong: other-norm
def norm(v):
    return jnp.sum(jnp.abs(v))

# %% wrong: other-norm
def norm(v):
    return jnp.max(jnp.abs(v))

# %% wrong: no-gradient
def norm(v):
    return jax.lax.stop_gradient(jnp.linalg.norm(v))

# %% wrong: clinic/traced-branch
def norm(v):
    if jnp.all(v == 0):
        return jnp.zeros(())
    return jnp.linalg.norm(v)

# %% wrong: no-return
def norm(v):
    s = jnp.sum(v * v)
    jnp.sqrt(jnp.maximum(s, 1e-30))

# %% wrong: wrong-value
def norm(v):
    zero = jnp.any(v == 0)
    safe = jnp.where(zero, jnp.ones_like(v), v)
    return jnp.where(zero, 0.0, jnp.linalg.norm(safe))

# %% check
import jax.numpy as jnp
import numpy as np

from tutor.checking import close, expect, fail, finite, need, unchanged


def check(learner, reference, rng):
    vectors = [rng.normal(n, scale=s) for n in (2, 5, 1) for s in (3.0, 0.1)]
    vectors += [rng.normal(2).at[1].set(0.0), rng.normal(5).at[::2].set(0.0)]
    for v in vectors:
        right, got = exact(v), unchanged(learner.norm, v)
        longest = jnp.max(jnp.abs(v))
        other = longest if close(got, longest) else jnp.sum(jnp.abs(v))
        expect(
            got,
            right,
            tol=1e-3,
            inputs={"v": v},
            mistakes={
                "squared": right**2,
                "other-norm": other,
                "biased": jnp.sqrt(right**2 + 0.01),
            },
        )
    for n in (2, 6):
        v = rng.uniform(n, low=0.2, high=1.0)
        v = v * (rng.number(1.0, 1.5) * 1e-5 / exact(v))
        got, right = learner.norm(v), exact(v)
        if not near(got, right):
            fail("biased", got, right)
        zero = jnp.zeros(n)
        slope = learner.gradient(learner.norm, zero)
        need(finite(slope), "nan-at-zero", slope, zero)
        expect(learner.norm(zero), 0.0, atol=1e-10, inputs={"v": zero})
        expect(slope, zero, "not-the-gradient", inputs={"v": zero})
    for v in (*vectors, rng.normal(4, scale=1e-4)):
        expect(
            learner.gradient(learner.norm, v),
            v / exact(v),
            "not-the-gradient",
            tol=1e-3,
            inputs={"v": v},
            mistakes={"no-gradient": jnp.zeros_like(v)},
        )
    compiled = learner.jit(learner.norm)
    for v in (vectors[0], jnp.zeros(3)):
        expect(compiled(v), exact(v), tol=1e-3, atol=1e-6, inputs={"v": v})


def exact(v):
    return np.float32(np.linalg.norm(np.asarray(v, np.float64)))


def near(a, b):
    return bool(abs(float(a) - float(b)) < 1e-3 * float(b))
