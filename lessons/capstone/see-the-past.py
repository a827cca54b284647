# %% starter
def attention(q, k, v):
    ...


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% solution: where
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    past = jnp.tri(s.shape[-1], dtype=bool)
    return jax.nn.softmax(jnp.where(past, s, -jnp.inf)) @ v


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% solution: einsum and a large penalty
def attention(q, k, v):
    n, d = q.shape[-2:]
    s = jnp.einsum("...id,...jd->...ij", q, k) * d ** -0.5
    s = s + jnp.triu(jnp.full((n, n), -1e9), 1)
    w = jnp.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    return jnp.einsum("...ij,...jc->...ic", w, v)


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% solution: position by position
def attention(q, k, v):
    d = q.shape[-1]
    rows = []
    for i in range(q.shape[-2]):
        s = jnp.einsum("...d,...jd->...j", q[..., i, :],
                       k[..., :i + 1, :]) / d ** 0.5
        w = jax.nn.softmax(s, axis=-1)
        rows.append(jnp.einsum("...j,...jc->...c", w,
                               v[..., :i + 1, :]))
    return jnp.stack(rows, axis=-2)


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% wrong: sees-the-future
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    return jax.nn.softmax(s) @ v


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% wrong: sees-only-the-future
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    past = jnp.tri(s.shape[-1], dtype=bool).T
    return jax.nn.softmax(jnp.where(past, s, -jnp.inf)) @ v


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% wrong: zero-scores
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    past = jnp.tri(s.shape[-1], dtype=bool)
    return jax.nn.softmax(jnp.where(past, s, 0.0)) @ v


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% wrong: zero-scores
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    past = jnp.tri(s.shape[-1], dtype=bool)
    return jax.nn.softmax(s * past) @ v


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% wrong: cut-after-softmax
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    return jnp.tril(jax.nn.softmax(s)) @ v


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% wrong: blind-to-itself
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    past = jnp.tri(s.shape[-1], k=-1, dtype=bool)
    return jax.nn.softmax(jnp.where(past, s, -jnp.inf)) @ v


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% wrong: sees-the-next
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    past = jnp.tri(s.shape[-1], k=1, dtype=bool)
    return jax.nn.softmax(jnp.where(past, s, -jnp.inf)) @ v

# %% wrong: nan-scores
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    future = 1 - jnp.tri(s.shape[-1])
    return jax.nn.softmax(s + future * -jnp.inf) @ v

# %% wrong: not-scaled
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2)
    past = jnp.tri(s.shape[-1], dtype=bool)
    return jax.nn.softmax(jnp.where(past, s, -jnp.inf)) @ v


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% wrong: scaled-by-size
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / q.shape[-1]
    past = jnp.tri(s.shape[-1], dtype=bool)
    return jax.nn.softmax(jnp.where(past, s, -jnp.inf)) @ v


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% wrong: softmax-over-queries
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    past = jnp.tri(s.shape[-1], dtype=bool)
    return jax.nn.softmax(jnp.where(past, s, -jnp.inf), axis=-2) @ v


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% wrong: roles-swapped
def attention(q, k, v):
    s = k @ jnp.swapaxes(q, -1, -2) / jnp.sqrt(q.shape[-1])
    past = jnp.tri(s.shape[-1], dtype=bool)
    return jax.nn.softmax(jnp.where(past, s, -jnp.inf)) @ v


x = jax.random.normal(jax.random.key(0), (5, 4))
print(attention(x, x, jnp.eye(5)).round(2))

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import expect, unchanged


def mistaken(q, k, v):
    n, d = q.shape[-2:]
    raw = jnp.einsum("...id,...jd->...ij", q, k)
    s, past = raw / d ** 0.5, jnp.tri(n, dtype=bool)

    def masked(s, past=past, other=-jnp.inf, axis=-1):
        return jax.nn.softmax(jnp.where(past, s, other), axis=axis) @ v

    return {
        "sees-the-future": jax.nn.softmax(s) @ v,
        "sees-only-the-future": masked(s, past.T),
        "zero-scores": masked(s, other=0.0),
        "cut-after-softmax": jnp.where(past, jax.nn.softmax(s), 0) @ v,
        "sees-the-next": masked(s, jnp.tri(n, k=1, dtype=bool)),
        "nan-scores": jnp.full_like(s @ v, jnp.nan),
        "blind-to-itself": masked(s, jnp.tri(n, k=-1, dtype=bool)),
        "not-scaled": masked(raw),
        "scaled-by-size": masked(raw / d),
        "softmax-over-queries": masked(s, axis=-2),
        "roles-swapped": masked(jnp.swapaxes(s, -1, -2)),
    }


def check(learner, reference, rng):
    for lead, n, d, c in (((), 5, 3, 3), ((2,), 4, 8, 6), ((), 2, 5, 1), ((), 1, 2, 4),
                          ((2, 3), 7, 4, 4)):
        q, k = rng.normal(*lead, n, d, scale=2.0), rng.normal(*lead, n, d, scale=2.0)
        v = rng.normal(*lead, n, c)
        expect(unchanged(learner.attention, q, k, v), reference.attention(q, k, v),
               inputs={"q": q, "k": k, "v": v}, mistakes=mistaken(q, k, v))
