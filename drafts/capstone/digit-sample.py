# %% starter
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def sample(key, n):
    ...


x, y = sample(jax.random.key(0), 4)
print(y)
show(x[0])

# %% solution: a whole batch
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y


x, y = sample(jax.random.key(0), 4)
print(y)
show(x[0])

# %% solution: one image at a time
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
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


x, y = sample(jax.random.key(0), 4)
print(y)
show(x[0])

# %% solution: indices
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), 0, 5)
    at = jnp.arange(12)
    rows = (at[None] - s[:, :1] + 2) % 12
    columns = (at[None] - s[:, 1:] + 2) % 12
    x = T[y[:, None, None], rows[:, :, None], columns[:, None]]
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: key-reused
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl = ks = kb = kn = key
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: key-reused
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb = jax.random.split(key, 3)
    kn = kb
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: key-ignored
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(jax.random.key(0), 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: one-shift
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (2,), -2, 3)
    x = jnp.roll(T[y], s, (1, 2))
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: one-shift
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = T[y]
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: shifts-missing
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 2)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: shifts-missing
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift[0], (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 1), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: no-noise
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x, y

# %% wrong: one-noise
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, (12, 12)), y

# %% wrong: noise-level
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.3 * jax.random.normal(kn, x.shape), y

# %% wrong: digits-missing
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 9)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: wrong-labels
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    y = jax.random.permutation(kl, y)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: digits-missing
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    y = jnp.zeros_like(y)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: one-brightness
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: one-brightness
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: brightness-range
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1))
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: wrong-shape
ROWS = ("7555557 2622227 7117447 7117117 5557111 7447117 "
        "7447557 7111222 7557557 7557117").split()
T = np.zeros((10, 12, 12), np.float32)
for d, rows in enumerate(ROWS):
    for r, c in enumerate(rows):
        bits = [int(b) for b in f"{int(c):03b}"]
        T[d, 2 + r, 3:9] = np.repeat(bits, 2)
T = jnp.asarray(T)


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    x = b * x + 0.2 * jax.random.normal(kn, x.shape)
    return x.reshape(n, -1), y

# %% check
import numpy as np

from tutor.checking import close, expect_form, looks_normal, need, rate_near


def fits(reference, x):
    """The best shift for each image and digit: its brightness and what is left."""
    T, x = np.asarray(reference.T), np.asarray(x)
    shifts = [(a, b) for a in range(-2, 3) for b in range(-2, 3)]
    rolled = np.stack([np.roll(T, s, (1, 2)) for s in shifts], 1)
    power = (rolled ** 2).sum((2, 3))
    bright = np.einsum("nij,dsij->nds", x, rolled) / power
    error = (x ** 2).sum((1, 2))[:, None, None] - bright ** 2 * power
    best = error.argmin(2)
    return np.array(shifts), rolled, bright, error, best


def check(learner, reference, rng):
    for n in (1, 3, 500):
        key = rng.key()
        result = learner.sample(key, n)
        expect_form(result, reference.sample(key, n))
        x, y = result
        need(close(learner.sample(key, n), result), "not-repeatable")
    other = learner.sample(rng.key(), n)
    need(not close(other[0], x), "key-ignored")
    x, y = np.asarray(x), np.asarray(y)
    need(y.min() >= 0 and y.max() <= 9, "digits-missing")
    need(all(rate_near(y == digit, 0.1) for digit in range(10)), "digits-missing")
    shifts, rolled, bright, error, best = fits(reference, x)
    rows, place = np.arange(n), best[np.arange(n), y]
    drawn = error.min(2).argmin(1)
    need((drawn == y).mean() > 0.5, "wrong-labels")
    b, left = bright[rows, y, place], np.zeros_like(x)
    left = x - b[:, None, None] * rolled[y, place]
    need(np.abs(left).mean() > 0.02, "no-noise")
    counts = np.bincount(place, minlength=25)
    need((counts > 0).sum() > 1, "one-shift")
    need(counts.min() >= 2, "shifts-missing")
    need(np.abs(left.mean(0)).mean() < 0.05, "one-noise")
    need(np.std(b) > 0.06, "one-brightness")
    need(not learner.key_reuse(learner.sample, rng.key(), 3), "key-reused")
    need(looks_normal(left[:, 0, :] / 0.2), "noise-level", left[:, 0, :].std(), 0.2)
    need(b.min() > 0.4 and b.max() < 1.2 and abs(b.mean() - 0.8) < 0.04,
         "brightness-range", (b.min(), b.max()), (0.6, 1.0))
