# %% starter
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)


def noised(x, t, noise):
    ...


a = jnp.linspace(0.0, 6.283, 400)
ring = jnp.stack([jnp.cos(a), jnp.sin(a)], axis=1)
noise = jax.random.normal(jax.random.key(0), ring.shape)
for level in (0, 10, 49):
    t = jnp.full(400, level)
    show(noised(ring, t, noise), f"t = {level}")

# %% solution: a column
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)


def noised(x, t, noise):
    k = keep[t][:, None]
    return jnp.sqrt(k) * x + jnp.sqrt(1 - k) * noise


a = jnp.linspace(0.0, 6.283, 400)
ring = jnp.stack([jnp.cos(a), jnp.sin(a)], axis=1)
noise = jax.random.normal(jax.random.key(0), ring.shape)
for level in (0, 10, 49):
    t = jnp.full(400, level)
    show(noised(ring, t, noise), f"t = {level}")

# %% solution: vmap
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)


def noised(x, t, noise):
    def one(x, t, e):
        return keep[t] ** 0.5 * x + (1 - keep[t]) ** 0.5 * e
    return jax.vmap(one)(x, t, noise)


a = jnp.linspace(0.0, 6.283, 400)
ring = jnp.stack([jnp.cos(a), jnp.sin(a)], axis=1)
noise = jax.random.normal(jax.random.key(0), ring.shape)
for level in (0, 10, 49):
    t = jnp.full(400, level)
    show(noised(ring, t, noise), f"t = {level}")

# %% solution: transposed
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)


def noised(x, t, noise):
    k = keep[t]
    return (jnp.sqrt(k) * x.T + jnp.sqrt(1 - k) * noise.T).T


a = jnp.linspace(0.0, 6.283, 400)
ring = jnp.stack([jnp.cos(a), jnp.sin(a)], axis=1)
noise = jax.random.normal(jax.random.key(0), ring.shape)
for level in (0, 10, 49):
    t = jnp.full(400, level)
    show(noised(ring, t, noise), f"t = {level}")

# %% wrong: no-root
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)


def noised(x, t, noise):
    k = keep[t][:, None]
    return k * x + (1 - k) * noise


a = jnp.linspace(0.0, 6.283, 400)
ring = jnp.stack([jnp.cos(a), jnp.sin(a)], axis=1)
noise = jax.random.normal(jax.random.key(0), ring.shape)
for level in (0, 10, 49):
    t = jnp.full(400, level)
    show(noised(ring, t, noise), f"t = {level}")

# %% wrong: root-of-one
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)


def noised(x, t, noise):
    k = keep[t][:, None]
    return jnp.sqrt(k) * x + (1 - k) * noise


a = jnp.linspace(0.0, 6.283, 400)
ring = jnp.stack([jnp.cos(a), jnp.sin(a)], axis=1)
noise = jax.random.normal(jax.random.key(0), ring.shape)
for level in (0, 10, 49):
    t = jnp.full(400, level)
    show(noised(ring, t, noise), f"t = {level}")

# %% wrong: swapped
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)


def noised(x, t, noise):
    k = keep[t][:, None]
    return jnp.sqrt(1 - k) * x + jnp.sqrt(k) * noise


a = jnp.linspace(0.0, 6.283, 400)
ring = jnp.stack([jnp.cos(a), jnp.sin(a)], axis=1)
noise = jax.random.normal(jax.random.key(0), ring.shape)
for level in (0, 10, 49):
    t = jnp.full(400, level)
    show(noised(ring, t, noise), f"t = {level}")

# %% wrong: single-step
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)


def noised(x, t, noise):
    b = beta[t][:, None]
    return jnp.sqrt(1 - b) * x + jnp.sqrt(b) * noise


a = jnp.linspace(0.0, 6.283, 400)
ring = jnp.stack([jnp.cos(a), jnp.sin(a)], axis=1)
noise = jax.random.normal(jax.random.key(0), ring.shape)
for level in (0, 10, 49):
    t = jnp.full(400, level)
    show(noised(ring, t, noise), f"t = {level}")

# %% wrong: one-level
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)


def noised(x, t, noise):
    k = keep[t[0]]
    return jnp.sqrt(k) * x + jnp.sqrt(1 - k) * noise


a = jnp.linspace(0.0, 6.283, 400)
ring = jnp.stack([jnp.cos(a), jnp.sin(a)], axis=1)
noise = jax.random.normal(jax.random.key(0), ring.shape)
for level in (0, 10, 49):
    t = jnp.full(400, level)
    show(noised(ring, t, noise), f"t = {level}")

# %% wrong: not-shrunk
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)


def noised(x, t, noise):
    k = keep[t][:, None]
    return x + jnp.sqrt(1 - k) * noise


a = jnp.linspace(0.0, 6.283, 400)
ring = jnp.stack([jnp.cos(a), jnp.sin(a)], axis=1)
noise = jax.random.normal(jax.random.key(0), ring.shape)
for level in (0, 10, 49):
    t = jnp.full(400, level)
    show(noised(ring, t, noise), f"t = {level}")

# %% wrong: clinic/shape-mismatch
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)


def noised(x, t, noise):
    k = keep[t]
    return jnp.sqrt(k) * x + jnp.sqrt(1 - k) * noise


a = jnp.linspace(0.0, 6.283, 400)
ring = jnp.stack([jnp.cos(a), jnp.sin(a)], axis=1)
noise = jax.random.normal(jax.random.key(0), ring.shape)
for level in (0, 10, 49):
    t = jnp.full(400, level)
    show(noised(ring, t, noise), f"t = {level}")

# %% check
import jax.numpy as jnp

from tutor.checking import expect, reject, unchanged


def check(learner, reference, rng):
    keep, beta = reference.keep, reference.beta
    for rows in (6, 1, 2, 31):
        x, noise = rng.normal(rows, 2), rng.normal(rows, 2)
        t = rng.permutation(50)[:rows]
        k, b, first = keep[t][:, None], beta[t][:, None], keep[t[0]]
        z = unchanged(learner.noised, x, t, noise)
        reject(z, {"root-of-one": k * x + jnp.sqrt(1 - k) * noise})
        expect(z, reference.noised(x, t, noise),
               inputs={"x": x, "t": t, "noise": noise},
               mistakes={"no-root": k * x + (1 - k) * noise,
                         "root-of-one": jnp.sqrt(k) * x + (1 - k) * noise,
                         "swapped": jnp.sqrt(1 - k) * x + jnp.sqrt(k) * noise,
                         "single-step": jnp.sqrt(1 - b) * x + jnp.sqrt(b) * noise,
                         "not-shrunk": x + jnp.sqrt(1 - k) * noise,
                         "one-level": jnp.sqrt(first) * x + jnp.sqrt(1 - first) * noise})
