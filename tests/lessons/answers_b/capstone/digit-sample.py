# %% start
FONT = ("7555557 2622227 7117447 7117117 5557111 "
        "7447117 7447557 7111222 7557557 7557117")
rows = np.array([list(map(int, d)) for d in FONT.split()])
T = rows[:, :, None] >> np.array([2, 2, 1, 1, 0, 0]) & 1
T = jnp.pad(T * 1.0, ((0, 0), (2, 3), (3, 3)))
import functools
from functools import partial
R = jax.random

# %% right: vmap over keys
def one(key, T):
    a, b, c, d = R.split(key, 4)
    digit = R.randint(a, (), 0, 10)
    down, right = R.randint(b, (2,), -2, 3)
    img = jnp.roll(T[digit], (down, right), (0, 1)) * R.uniform(c, minval=0.6, maxval=1.0)
    return img + 0.2 * R.normal(d, (12, 12)), digit
def sample(key, T, n):
    return jax.vmap(one, (0, None))(R.split(key, n), T)

# %% right: batch draws, nested vmap roll
def sample(key, T, n):
    ks = R.split(key, 5)
    y = R.choice(ks[0], 10, (n,))
    dy = R.randint(ks[1], (n,), -2, 3)
    dx = R.randint(ks[2], (n,), -2, 3)
    x = jax.vmap(lambda t, i, j: jnp.roll(jnp.roll(t, i, 0), j, 1))(T[y], dy, dx)
    x = x * (0.6 + 0.4 * R.uniform(ks[3], (n, 1, 1)))
    return x + 0.2 * R.normal(ks[4], x.shape), y

# %% right: index gather
def sample(key, T, n):
    kd, ky, kx, kb, kn = R.split(key, 5)
    y = R.randint(kd, (n,), 0, T.shape[0])
    i = (jnp.arange(12)[None, :] - R.randint(ky, (n, 1), -2, 3)) % 12
    j = (jnp.arange(12)[None, :] - R.randint(kx, (n, 1), -2, 3)) % 12
    x = T[y[:, None, None], i[:, :, None], j[:, None, :]]
    x *= R.uniform(kb, (n, 1, 1), minval=0.6)
    x += R.normal(kn, (n, 12, 12)) * 0.2
    return x, y

# %% right: python loop
def sample(key, T, n):
    xs, ys = [], []
    for k in R.split(key, n):
        k0, k1, k2, k3, k4 = R.split(k, 5)
        d = R.randint(k0, (), 0, 10)
        im = jnp.roll(T[d], R.randint(k1, (), -2, 3), axis=0)
        im = jnp.roll(im, R.randint(k2, (), -2, 3), axis=1)
        im = im * R.uniform(k3, (), minval=0.6, maxval=1)
        xs.append(im + R.normal(k4, im.shape) * 0.2)
        ys.append(d)
    return jnp.stack(xs), jnp.stack(ys)

# %% right: fold_in, lax.map
def sample(key, T, n):
    def f(i):
        k = R.fold_in(key, i)
        sub = [R.fold_in(k, j) for j in range(4)]
        d = R.categorical(sub[0], jnp.zeros(10))
        s = R.randint(sub[1], (2,), minval=-2, maxval=3)
        return R.uniform(sub[2], (), float, 0.6, 1.0) * jnp.roll(T[d], s, (0, 1)) + 0.2 * R.normal(sub[3], (12, 12)), d
    return jax.lax.map(f, jnp.arange(n))

# %% right: jitted, choice of table, 25 shifts at once
@partial(jax.jit, static_argnames="n")
def sample(key, T, n):
    k1, k2, k3, k4 = R.split(key, 4)
    y = R.randint(k1, (n,), 0, 10)
    code = R.randint(k2, (n,), 0, 25)
    pick = jax.vmap(lambda im, c: jnp.roll(im, (c // 5 - 2, c % 5 - 2), (0, 1)))
    bright = R.uniform(k3, (n,), minval=0.6, maxval=1.0)
    return jnp.einsum("nij,n->nij", pick(T[y], code), bright) + 0.2 * R.normal(k4, (n, 12, 12)), y

# %% wrong: shift up to 1
def sample(key, T, n):
    kd, ks, kb, kn = R.split(key, 4)
    y = R.randint(kd, (n,), 0, 10)
    s = R.randint(ks, (n, 2), -2, 2)
    x = jax.vmap(lambda t, s: jnp.roll(t, s, (0, 1)))(T[y], s)
    return x * R.uniform(kb, (n, 1, 1), minval=0.6) + 0.2 * R.normal(kn, (n, 12, 12)), y

# %% wrong: digits 0..8
def sample(key, T, n):
    kd, ks, kb, kn = R.split(key, 4)
    y = R.randint(kd, (n,), 0, 9)
    s = R.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda t, s: jnp.roll(t, s, (0, 1)))(T[y], s)
    return x * R.uniform(kb, (n, 1, 1), minval=0.6) + 0.2 * R.normal(kn, (n, 12, 12)), y

# %% wrong: same shift for all
def sample(key, T, n):
    kd, ks, kb, kn = R.split(key, 4)
    y = R.randint(kd, (n,), 0, 10)
    s = R.randint(ks, (2,), -2, 3)
    x = jnp.roll(T[y], s, (1, 2))
    return x * R.uniform(kb, (n, 1, 1), minval=0.6) + 0.2 * R.normal(kn, (n, 12, 12)), y

# %% wrong: brightness one for all
def sample(key, T, n):
    kd, ks, kb, kn = R.split(key, 4)
    y = R.randint(kd, (n,), 0, 10)
    s = R.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda t, s: jnp.roll(t, s, (0, 1)))(T[y], s)
    return x * R.uniform(kb, minval=0.6) + 0.2 * R.normal(kn, (n, 12, 12)), y

# %% wrong: brightness per pixel
def sample(key, T, n):
    kd, ks, kb, kn = R.split(key, 4)
    y = R.randint(kd, (n,), 0, 10)
    s = R.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda t, s: jnp.roll(t, s, (0, 1)))(T[y], s)
    return x * R.uniform(kb, (n, 12, 12), minval=0.6) + 0.2 * R.normal(kn, (n, 12, 12)), y

# %% wrong: noise same for all
def sample(key, T, n):
    kd, ks, kb, kn = R.split(key, 4)
    y = R.randint(kd, (n,), 0, 10)
    s = R.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda t, s: jnp.roll(t, s, (0, 1)))(T[y], s)
    return x * R.uniform(kb, (n, 1, 1), minval=0.6) + 0.2 * R.normal(kn, (12, 12)), y

# %% wrong: noise before brightness
def sample(key, T, n):
    kd, ks, kb, kn = R.split(key, 4)
    y = R.randint(kd, (n,), 0, 10)
    s = R.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda t, s: jnp.roll(t, s, (0, 1)))(T[y], s)
    return (x + 0.2 * R.normal(kn, (n, 12, 12))) * R.uniform(kb, (n, 1, 1), minval=0.6), y

# %% wrong: noise variance 0.2
def sample(key, T, n):
    kd, ks, kb, kn = R.split(key, 4)
    y = R.randint(kd, (n,), 0, 10)
    s = R.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda t, s: jnp.roll(t, s, (0, 1)))(T[y], s)
    return x * R.uniform(kb, (n, 1, 1), minval=0.6) + jnp.sqrt(0.2) * R.normal(kn, (n, 12, 12)), y

# %% wrong: uniform noise
def sample(key, T, n):
    kd, ks, kb, kn = R.split(key, 4)
    y = R.randint(kd, (n,), 0, 10)
    s = R.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda t, s: jnp.roll(t, s, (0, 1)))(T[y], s)
    return x * R.uniform(kb, (n, 1, 1), minval=0.6) + R.uniform(kn, (n, 12, 12), minval=-0.2, maxval=0.2), y

# %% wrong: one key for shift and digit
def sample(key, T, n):
    kd, kb, kn = R.split(key, 3)
    y = R.randint(kd, (n,), 0, 10)
    s = R.randint(kd, (n, 2), -2, 3)
    x = jax.vmap(lambda t, s: jnp.roll(t, s, (0, 1)))(T[y], s)
    return x * R.uniform(kb, (n, 1, 1), minval=0.6) + 0.2 * R.normal(kn, (n, 12, 12)), y
