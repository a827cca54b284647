# %% starter
FONT = ("7555557 2622227 7117447 7117117 5557111 "
        "7447117 7447557 7111222 7557557 7557117")
rows = np.array([list(map(int, d)) for d in FONT.split()])
T = rows[:, :, None] >> np.array([2, 2, 1, 1, 0, 0]) & 1
T = jnp.pad(T * 1.0, ((0, 0), (2, 3), (3, 3)))


def sample(key, T, n):
    ...


x, y = sample(jax.random.key(0), T, 1)
print(y)
show(x[0])

# %% solution: a whole batch
FONT = ("7555557 2622227 7117447 7117117 5557111 "
        "7447117 7447557 7111222 7557557 7557117")
rows = np.array([list(map(int, d)) for d in FONT.split()])
T = rows[:, :, None] >> np.array([2, 2, 1, 1, 0, 0]) & 1
T = jnp.pad(T * 1.0, ((0, 0), (2, 3), (3, 3)))


def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y


x, y = sample(jax.random.key(0), T, 1)
print(y)
show(x[0])

# %% solution: one image at a time
def sample(key, T, n):
    def one(key):
        ks = [jax.random.fold_in(key, i) for i in range(5)]
        y = jax.random.choice(ks[0], 10)
        dy = jax.random.randint(ks[1], (), -2, 3)
        dx = jax.random.randint(ks[2], (), -2, 3)
        image = jnp.roll(T[y], dy, axis=0)
        image = jnp.roll(image, dx, axis=1)
        bright = 0.6 + 0.4 * jax.random.uniform(ks[3])
        noise = jax.random.normal(ks[4], (12, 12))
        return bright * image + 0.2 * noise, y
    return jax.vmap(one)(jax.random.split(key, n))

# %% solution: indices
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), 0, 5)
    at = jnp.arange(12)
    rows = (at[None] - s[:, :1] + 2) % 12
    columns = (at[None] - s[:, 1:] + 2) % 12
    y3 = y[:, None, None]
    x = T[y3, rows[:, :, None], columns[:, None]]
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: stray-pixels
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), 0, 5)
    at = jnp.arange(12)
    rows = (at[None] - s[:, :1] + 2) % 11
    columns = (at[None] - s[:, 1:] + 2) % 12
    x = T[y[:, None, None], rows[:, :, None], columns[:, None]]
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: key-reused
def sample(key, T, n):
    kl = ks = kb = kn = key
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: key-reused
def sample(key, T, n):
    kl, ks, kb = jax.random.split(key, 3)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kb, x.shape), y

# %% wrong: key-reused
def roll(image, shift):
    return jnp.roll(image, shift, (0, 1))


def sample(key, T, n):
    kl, ks, kb, kn = jnp.stack([key] * 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(roll)(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: key-ignored
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(jax.random.key(0), 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: one-shift
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (2,), -2, 3)
    x = jnp.roll(T[y], s, (1, 2))
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: shifts-missing
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 2)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: shifts-missing
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n,), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: too-far
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 4)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: no-noise
def sample(key, T, n):
    kl, ks, kb = jax.random.split(key, 3)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    return jax.random.uniform(kb, (n, 1, 1), minval=0.6) * x, y

# %% wrong: one-noise
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, (12, 12)), y

# %% wrong: shared-noise
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, (n, 1, 12)), y

# %% wrong: noise-level
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * (x + 0.2 * jax.random.normal(kn, x.shape)), y

# % wrong: noise-level
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + jax.random.normal(kn, x.shape), y

# % wrong: noise-level
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + jnp.sqrt(0.2) * jax.random.normal(kn, x.shape), y

# %% wrong: not-normal
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.uniform(kn, x.shape), y

# %% wrong: digits-missing
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 9)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: wrong-labels
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    x = b * x + 0.2 * jax.random.normal(kn, x.shape)
    return x, y[::-1]

# %% wrong: one-brightness
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: brightness-range
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1))
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: wrong-shape
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    x = b * x + 0.2 * jax.random.normal(kn, x.shape)
    return x.reshape(n, -1), y

# %% wrong: patchy
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 12, 12), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% check
import numpy as np

from tutor.checking import close, expect_form, independent, looks_normal, need, rate_near

SHIFTS = np.array([(a, b) for a in range(-3, 4) for b in range(-3, 4)])
FAR = np.abs(SHIFTS).max(1) == 3


def fits(T, x):
    """For each image, digit and shift: the best brightness, and the squares that are left."""
    rolled = np.stack([np.roll(T, s, (1, 2)) for s in SHIFTS], 1)
    power = (rolled ** 2).sum((2, 3))
    bright = np.tensordot(x, rolled, ((1, 2), (2, 3))) / power
    return rolled, bright, (x ** 2).sum((1, 2))[:, None, None] - bright ** 2 * power


def parts(T, x, y):
    """Of each image: the digit that fits best; for digit y the shift, the brightness, the digit
    so drawn, and the noise that is left."""
    rolled, bright, error = fits(np.asarray(T), x)
    rows = np.arange(len(x))
    place = error[rows, y].argmin(1)
    b, drawn = bright[rows, y, place], rolled[y, place]
    return error.min(2).argmin(1), place, b, drawn, x - b[:, None, None] * drawn


def apart(y, shift, b, noise):
    """Whether what is drawn for an image tells nothing of what else is: neither image by image
    nor number by number, as when one key serves for two draws."""
    images = (y, shift[:, 0], shift[:, 1], b, noise[:, 0, 0])
    numbers = (y, shift.ravel()[: len(y)], b, noise.ravel()[: len(y)])
    return all(
        independent(one, other)
        for parts in (images, numbers)
        for i, one in enumerate(parts)
        for other in parts[:i]
    )


def check(learner, reference, rng):
    T, n = reference.T[rng.permutation(10)], 300
    key = rng.key()
    one = learner.sample(key, T, 1)
    expect_form(one, (np.zeros((1, 12, 12), np.float32), np.zeros(1, np.int32)))
    need(close(learner.sample(key, T, 1), one), "not-repeatable")
    draws = [learner.sample(key, T, n), learner.sample(rng.key(), T, n)]
    for draw in draws:
        expect_form(draw, (np.zeros((n, 12, 12), np.float32), np.zeros(n, np.int32)))
    x, y = (np.concatenate(two) for two in zip(*draws))
    need(y.min() >= 0 and y.max() <= 9, "digits-missing")
    need((y[:n] != y[n:]).any() and not close(x[:n], x[n:]), "key-ignored")
    need(all(rate_near(y == digit, 0.1) for digit in range(10)), "digits-missing")

    digit, place, b, drawn, noise = parts(T, x, y)
    most = np.median(np.abs(x))  # most pixels are outside of the digit; 0.14 for noise of 0.2
    need(most < 0.45, "noise-level", most, 0.14)
    need((digit == y).mean() > 0.5, "wrong-labels")
    need(np.abs(noise).mean() > 0.02, "no-noise")
    need(FAR[place[b > 0.4]].mean() < 0.02, "too-far")  # darker ones fit anywhere
    need((place[:n] != place[0]).any(), "one-shift")
    counts = np.bincount(place, minlength=len(SHIFTS))[~FAR]
    need(counts.min() >= 2, "shifts-missing")

    need(noise[:n].mean(0).std() < 0.05, "one-noise")
    need(abs(noise.mean()) < 0.02, "not-normal", noise.mean(), 0.0)
    need(max(noise.mean(1).std(), noise.mean(2).std()) < 0.5 * noise.std(), "shared-noise")
    need(noise[drawn > 0].std() < 1.07 * noise[drawn == 0].std(), "patchy")
    need(abs(noise).max() < 6.5 * noise.std(), "stray-pixels")
    need(b[:n].std() > 0.06, "one-brightness")
    need(not learner.key_reuse(learner.sample, rng.key(), T, 1), "key-reused")
    for half in (slice(0, n), slice(n, None)):
        need(apart(y[half], SHIFTS[place[half]], b[half], noise[half]), "key-reused")
    need((place[:n] == place[n:]).mean() < 0.5, "key-ignored")
    need(independent(b[:n], b[n:]) and independent(noise[:n], noise[n:]), "key-ignored")
    edge = noise[:, 0, :]  # hardly ever part of a digit
    need(looks_normal(edge / edge.std()), "not-normal")
    need(abs(edge.std() - 0.2) < 0.01, "noise-level", edge.std(), 0.2)
    need(b.min() > 0.4 and b.max() < 1.2, "brightness-range", (b.min(), b.max()), (0.6, 1.0))
    need(abs(b.mean() - 0.8) < 0.04 and 0.107 < b.std() < 0.14, "brightness-range")
