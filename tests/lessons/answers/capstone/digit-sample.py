# %% right: compiled
from functools import partial
@partial(jax.jit, static_argnums=2)
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% right: labels by categorical, a window for the shift
def sample(key, T, n):
    keys = jax.random.split(key, 5)
    y = jax.random.categorical(keys[0], jnp.zeros(10), shape=(n,))
    down = jax.random.choice(keys[1], jnp.arange(-2, 3), (n,))
    right = jax.random.choice(keys[2], jnp.arange(-2, 3), (n,))
    P = jnp.pad(T, ((0, 0), (2, 2), (2, 2)))
    cut = lambda p, d, r: jax.lax.dynamic_slice(p, (2 - d, 2 - r), (12, 12))
    x = jax.vmap(cut)(P[y], down, right)
    b = 1 - 0.4 * jax.random.uniform(keys[3], n)
    return x * b[:, None, None] + jax.random.normal(keys[4], (n, 12, 12)) / 5, y

# %% right: map, one key an image
def one(k, T):
    y = jax.random.randint(jax.random.fold_in(k, 0), (), 0, 10)
    s = jax.random.randint(jax.random.fold_in(k, 1), (2,), -2, 3)
    b = jax.random.uniform(jax.random.fold_in(k, 2), (), float, 0.6, 1)
    e = jax.random.normal(jax.random.fold_in(k, 3), (12, 12))
    return b * jnp.roll(T[y], s, (0, 1)) + .2 * e, y
def sample(key, T, n):
    return jax.lax.map(lambda k: one(k, T), jax.random.split(key, n))

# %% wrong: shared-noise
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, (n, 12, 1)), y

# %% wrong: patchy
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 12, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: key-ignored
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jax.random.randint(kl, (n,), 0, 10)
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jnp.linspace(0.6, 1, n)[:, None, None]
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y

# %% wrong: key-ignored
def sample(key, T, n):
    kl, ks, kb, kn = jax.random.split(key, 4)
    y = jnp.arange(n) % 10
    s = jax.random.randint(ks, (n, 2), -2, 3)
    x = jax.vmap(lambda a, by: jnp.roll(a, by, (0, 1)))(T[y], s)
    b = jax.random.uniform(kb, (n, 1, 1), minval=0.6)
    return b * x + 0.2 * jax.random.normal(kn, x.shape), y
