# %% right: buckets 4 8 12, powers
@jax.jit
def total(v, mask):
    print("compiling for length", len(v))
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    n = len(v)
    size = 4
    while size < n:
        size *= 2
    pad = size - n
    return total(jnp.pad(v, (0, pad)), jnp.pad(jnp.ones(n), (0, pad)))

# %% right: multiples of 4
import math
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    size = math.ceil(len(v) / 4) * 4
    padded = jnp.zeros(size).at[: len(v)].set(v)
    return total(padded, jnp.arange(size) < len(v))

# %% right: numpy pad to 12
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    n = v.shape[0]
    size = max(12, n)
    out = np.zeros(size, np.float32); out[:n] = v
    m = np.zeros(size, np.float32); m[:n] = 1
    return total(out, m)

# %% right: where in jit with length traced
@jax.jit
def total(v, n):
    i = jnp.arange(v.shape[0])
    return jnp.sum(jnp.where(i < n, jnp.exp(v), 0.0))
def call(v):
    n = v.shape[0]
    size = 1 << max(4, (n - 1).bit_length())
    return total(jnp.pad(v, (0, size - n)), n)

# %% right: chunks of twelve
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    s = 0.0
    for i in range(0, len(v), 12):
        c = v[i:i + 12]
        p = 12 - len(c)
        s = s + total(jnp.pad(c, (0, p)), jnp.pad(jnp.ones(len(c)), (0, p)))
    return s

# %% right: pad -inf no mask
@jax.jit
def total(v):
    return jnp.exp(v).sum()
def call(v):
    n = len(v)
    k = next(k for k in (4, 8, 12, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096) if k >= n)
    return total(jnp.concatenate([v, jnp.full(k - n, -jnp.inf)]))

# %% right: concatenation and recursion
def make():
    @jax.jit
    def total(v, mask):
        return jnp.vdot(jnp.exp(v), mask)
    return total
total = make()
def call(v):
    """Buckets."""
    size = 6 * -(-len(v) // 6)
    mask = jnp.concatenate([jnp.ones(len(v)), jnp.zeros(size - len(v))])
    return total(jnp.concatenate([v, jnp.zeros(size - len(v))]), mask)

# %% wrong: as given
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    return total(v, jnp.ones(len(v)))

# %% wrong: mask ones padded
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    v = jnp.pad(v, (0, 12 - len(v)))
    return total(v, jnp.ones(len(v)))

# %% wrong: only to 12
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    p = 12 - len(v)
    return total(jnp.pad(v, (0, p)), jnp.pad(jnp.ones(len(v)), (0, p)))

# %% wrong: cut to 12
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    v = v[:12]
    p = 12 - len(v)
    return total(jnp.pad(v, (0, p)), jnp.pad(jnp.ones(len(v)), (0, p)))

# %% wrong: no jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    return total(v, jnp.ones(len(v)))

# %% wrong: four buckets
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    size = 3 * -(-len(v) // 3)
    p = size - len(v)
    return total(jnp.pad(v, (0, p)), jnp.pad(jnp.ones(len(v)), (0, p)))

# %% wrong: powers of two from one (1,2,4,8,16)
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    size = 1
    while size < len(v): size *= 2
    p = size - len(v)
    return total(jnp.pad(v, (0, p)), jnp.pad(jnp.ones(len(v)), (0, p)))

# %% wrong: numpy sum, no program
def call(v):
    return float(np.exp(np.asarray(v)).sum())

# %% wrong: mask multiplies v
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v * mask))
def call(v):
    size = 4 * -(-len(v) // 4)
    p = size - len(v)
    return total(jnp.pad(v, (0, p)), jnp.pad(jnp.ones(len(v)), (0, p)))

# %% wrong: pads at front, mask at back
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    size = 4 * -(-len(v) // 4)
    p = size - len(v)
    return total(jnp.pad(v, (p, 0)), jnp.pad(jnp.ones(len(v)), (0, p)))

# %% wrong: mean
@jax.jit
def total(v, mask):
    return jnp.mean(jnp.exp(v) * mask)
def call(v):
    size = 4 * -(-len(v) // 4)
    p = size - len(v)
    return total(jnp.pad(v, (0, p)), jnp.pad(jnp.ones(len(v)), (0, p)))

# %% wrong: static length
from functools import partial
@partial(jax.jit, static_argnums=1)
def total(v, n):
    return jnp.sum(jnp.exp(v[:n]))
def call(v):
    size = 4 * -(-len(v) // 4)
    return total(jnp.pad(v, (0, size - len(v))), len(v))

# %% wrong: python list
@jax.jit
def one(x):
    return jnp.exp(x)
def call(v):
    return sum(one(x) for x in v) - 1

# %% wrong: mask one too long
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    n = len(v)
    size = 4 * -(-n // 4)
    return total(jnp.pad(v, (0, size - n)), jnp.arange(size) <= n)

# %% wrong: off by one bucket
@jax.jit
def total(v, mask):
    return jnp.sum(jnp.exp(v) * mask)
def call(v):
    n = len(v)
    size = 4 * (n // 4 + 1)
    return total(jnp.pad(v, (0, size - n)), jnp.arange(size) < n)

# %% wrong: jit around call
@jax.jit
def call(v):
    return jnp.sum(jnp.exp(v))

# %% wrong: pad large number no mask minus
@jax.jit
def total(v):
    return jnp.sum(jnp.exp(v))
def call(v):
    n = len(v)
    size = 4 * -(-n // 4)
    return total(jnp.pad(v, (0, size - n)))
