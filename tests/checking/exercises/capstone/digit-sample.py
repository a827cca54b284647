# %% starter
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, w in enumerate(ROWS):
    for r, c in enumerate(w):
        bits = [int(c) >> 2 & 1, int(c) >> 1 & 1, int(c) & 1]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)
def sample(key, n):
    ...
# %% solution
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, w in enumerate(ROWS):
    for r, c in enumerate(w):
        bits = [int(c) >> 2 & 1, int(c) >> 1 & 1, int(c) & 1]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)
def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda g, t: jnp.roll(g, t, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y
# %% solution: one image at a time
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, w in enumerate(ROWS):
    for r, c in enumerate(w):
        bits = [int(c) >> 2 & 1, int(c) >> 1 & 1, int(c) & 1]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)
def one(key):
    ks = [jax.random.fold_in(key, i) for i in range(5)]
    y = jax.random.choice(ks[0], 10)
    dy = jax.random.randint(ks[1], (), -2, 3)
    dx = jax.random.randint(ks[2], (), -2, 3)
    image = jnp.roll(jnp.roll(T[y], dy, axis=0), dx, axis=1)
    bright = 0.6 + 0.4 * jax.random.uniform(ks[3])
    noise = jax.random.normal(ks[4], (12, 12))
    return bright * image + 0.2 * noise, y

def sample(key, n):
    return jax.vmap(one)(jax.random.split(key, n))
# %% wrong: key-reused
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, w in enumerate(ROWS):
    for r, c in enumerate(w):
        bits = [int(c) >> 2 & 1, int(c) >> 1 & 1, int(c) & 1]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)
def sample(key, n):
    kl = ks = kb = kn = key
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda g, t: jnp.roll(g, t, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y
# %% wrong: key-ignored
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, w in enumerate(ROWS):
    for r, c in enumerate(w):
        bits = [int(c) >> 2 & 1, int(c) >> 1 & 1, int(c) & 1]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)
def sample(key, n):
    kl, ks, kb, kn = jax.random.split(jax.random.key(0), 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda g, t: jnp.roll(g, t, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y
# %% wrong: one-shift
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, w in enumerate(ROWS):
    for r, c in enumerate(w):
        bits = [int(c) >> 2 & 1, int(c) >> 1 & 1, int(c) & 1]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)
def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (2,), -2, 3)
    x = jnp.roll(T[y], s, (1, 2))
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y
# %% wrong: no-noise
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, w in enumerate(ROWS):
    for r, c in enumerate(w):
        bits = [int(c) >> 2 & 1, int(c) >> 1 & 1, int(c) & 1]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)
def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda g, t: jnp.roll(g, t, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x, y
# %% wrong: wrong-labels
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, w in enumerate(ROWS):
    for r, c in enumerate(w):
        bits = [int(c) >> 2 & 1, int(c) >> 1 & 1, int(c) & 1]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)
def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 9)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda g, t: jnp.roll(g, t, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y
# %% wrong: wrong-labels
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, w in enumerate(ROWS):
    for r, c in enumerate(w):
        bits = [int(c) >> 2 & 1, int(c) >> 1 & 1, int(c) & 1]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)
def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda g, t: jnp.roll(g, t, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    y = jnp.zeros_like(y)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y
# %% wrong: one-brightness
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, w in enumerate(ROWS):
    for r, c in enumerate(w):
        bits = [int(c) >> 2 & 1, int(c) >> 1 & 1, int(c) & 1]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)
def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda g, t: jnp.roll(g, t, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y
# %% wrong: wrong-shape
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, w in enumerate(ROWS):
    for r, c in enumerate(w):
        bits = [int(c) >> 2 & 1, int(c) >> 1 & 1, int(c) & 1]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)
def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda g, t: jnp.roll(g, t, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    x = b * x + 0.2 * jax.random.normal(kn, x.shape)
    return x.reshape(n, -1), y
# %% check
import numpy as np

from tutor.checking import close, expect_form, looks_normal, looks_uniform, need, rate_near


def explain(reference, x, y):
    """For each image the shift and brightness that fit best, and what is left."""
    T, x = np.asarray(reference.T), np.asarray(x)
    shifts = [(a, b) for a in range(-2, 3) for b in range(-2, 3)]
    rolled = np.stack([np.roll(T, s, (1, 2)) for s in shifts], 1)[np.asarray(y)]
    bright = (rolled * x[:, None]).sum((2, 3)) / (rolled ** 2).sum((2, 3))
    left = x[:, None] - bright[..., None, None] * rolled
    best = (left ** 2).sum((2, 3)).argmin(1)
    rows = np.arange(len(x))
    return np.array(shifts)[best], bright[rows, best], left[rows, best]


def check(learner, reference, rng):
    for n in (1, 3, 400):
        key = rng.key()
        result = learner.sample(key, n)
        expect_form(result, reference.sample(key, n))
        x, y = result
        need(close(learner.sample(key, n), result), "not-repeatable")
    other = learner.sample(rng.key(), n)
    need(not close(other[0], x), "key-ignored")
    y = np.asarray(y)
    need(y.min() == 0 and y.max() == 9, "wrong-labels")
    need(all(rate_near(y == digit, 0.1) for digit in range(10)), "wrong-labels")
    shift, bright, left = explain(reference, x, y)
    need(np.abs(left).mean() > 0.05, "no-noise")
    need(np.std(left) < 0.25, "wrong-labels")
    need(len({tuple(s) for s in shift}) > 15, "one-shift")
    need(np.std(bright) > 0.05, "one-brightness")
    need(not learner.key_reuse(learner.sample, rng.key(), 3), "key-reused")
    need(looks_normal(left[:, 0, :] / 0.2), "wrong-value")
    need(looks_uniform(np.clip(bright, 0.6, 1), 0.6, 1.0) or abs(bright.mean() - 0.8) < 0.05,
         "wrong-value")
