# %% right: max shift
def lse(v):
    m = jnp.max(v)
    return m + jnp.log(jnp.sum(jnp.exp(v - m)))

# %% right: library
from jax.nn import logsumexp
def lse(v):
    return logsumexp(v)

# %% right: scipy
import jax.scipy as jsp
lse = lambda v: jsp.special.logsumexp(v, axis=-1)

# %% right: logaddexp reduce
from functools import reduce
def lse(v):
    return reduce(jnp.logaddexp, [v[i] for i in range(len(v))])

# %% right: ufunc reduce
def lse(v):
    return jnp.logaddexp.reduce(v)

# %% right: scan
def lse(v):
    def body(acc, x):
        hi = jnp.maximum(acc, x)
        return hi + jnp.log1p(jnp.exp(-jnp.abs(acc - x))), None
    out, _ = jax.lax.scan(body, v[0], v[1:])
    return out

# %% right: fori jitted
@jax.jit
def lse(v):
    """Stable."""
    m = v.max()
    def add(i, s):
        return s + jnp.exp(v[i] - m)
    return jnp.log(jax.lax.fori_loop(0, v.shape[0], add, 0.0)) + m

# %% right: via log_softmax
def lse(v):
    return v[0] - jax.nn.log_softmax(v)[0]

# %% right: sort
def lse(v):
    s = jnp.sort(v)[::-1]
    return s[0] + jnp.log1p(jnp.exp(s[1:] - s[0]).sum())

# %% right: stop gradient, keepdims
def lse(v):
    m = jax.lax.stop_gradient(v.max(keepdims=True))
    return (jnp.log(jnp.exp(v - m).sum(keepdims=True)) + m)[0]

# %% wrong: plain
def lse(v):
    return jnp.log(jnp.sum(jnp.exp(v)))

# %% wrong: no add back
def lse(v):
    m = jnp.max(v)
    return jnp.log(jnp.sum(jnp.exp(v - m)))

# %% wrong: minus m
def lse(v):
    m = jnp.max(v)
    return jnp.log(jnp.sum(jnp.exp(v - m))) - m

# %% wrong: min shift
def lse(v):
    m = jnp.min(v)
    return m + jnp.log(jnp.sum(jnp.exp(v - m)))

# %% wrong: mean shift
def lse(v):
    m = jnp.mean(v)
    return m + jnp.log(jnp.sum(jnp.exp(v - m)))

# %% wrong: first shift
def lse(v):
    m = v[0]
    return m + jnp.log(jnp.sum(jnp.exp(v - m)))

# %% wrong: 1000
def lse(v):
    return 1000 + jnp.log(jnp.sum(jnp.exp(v - 1000)))

# %% wrong: scale
def lse(v):
    return 1000 * jnp.log(jnp.sum(jnp.exp(v / 1000)))

# %% wrong: clip
def lse(v):
    return jnp.log(jnp.sum(jnp.exp(jnp.clip(v, -80, 80))))

# %% wrong: max
def lse(v):
    return jnp.max(v)

# %% wrong: mean
def lse(v):
    m = v.max()
    return m + jnp.log(jnp.mean(jnp.exp(v - m)))

# %% wrong: abs max
def lse(v):
    m = jnp.max(jnp.abs(v))
    return m + jnp.log(jnp.sum(jnp.exp(v - m)))

# %% wrong: sum v
def lse(v):
    return jnp.sum(v)

# %% wrong: eps
def lse(v):
    m = v.max()
    return m + jnp.log(jnp.sum(jnp.exp(v - m)) + 1e-3)

# %% wrong: nan_to_num
def lse(v):
    return jnp.nan_to_num(jnp.log(jnp.sum(jnp.exp(v))), posinf=1000.3133, neginf=-1000.0)

# %% wrong: branch on size
def lse(v):
    if v.max() > 80:
        return v.max()
    return jnp.log(jnp.sum(jnp.exp(v)))

# %% wrong: three entries only
def lse(v):
    m = v.max()
    return m + jnp.log(sum(jnp.exp(v[i] - m) for i in range(min(3, len(v)))))

# %% wrong: where large
def lse(v):
    m = jnp.where(v.max() > 0, v.max(), 0.0)
    return m + jnp.log(jnp.sum(jnp.exp(v - m)))

# %% wrong: log2
def lse(v):
    m = v.max()
    return m + jnp.log2(jnp.sum(jnp.exp(v - m)))

# %% wrong: vector
def lse(v):
    return jax.nn.log_softmax(v)

# %% wrong: keepdims
def lse(v):
    m = v.max(keepdims=True)
    return m + jnp.log(jnp.sum(jnp.exp(v - m), keepdims=True))

# %% wrong: softplus two
def lse(v):
    return v[0] + jax.nn.softplus(v[1] - v[0])
