# %% right: scan
def walk(key, steps):
    def turn(c, _):
        k, pos = c
        k, sub = jax.random.split(k)
        return (k, pos + jax.random.normal(sub, (2,))), None
    (_, pos), _ = jax.lax.scan(turn, (key, jnp.zeros(2)), length=steps)
    return pos

# %% right: cumsum last
def walk(key, steps):
    path = jnp.cumsum(jax.random.normal(key, (steps, 2)), axis=0)
    return path[-1]

# %% right: two keys a step
def walk(key, steps):
    x = y = jnp.zeros(())
    for _ in range(steps):
        key, a, b = jax.random.split(key, 3)
        x, y = x + jax.random.normal(a), y + jax.random.normal(b)
    return jnp.array([x, y])

# %% right: generator of keys
def keys(key):
    while True:
        key, sub = jax.random.split(key)
        yield sub
def walk(key, steps):
    pos = jnp.zeros(2)
    for _, k in zip(range(steps), keys(key)):
        pos += jax.random.normal(k, (2,))
    return pos

# %% wrong: fold i % 2
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        pos = pos + jax.random.normal(jax.random.fold_in(key, i % 2), (2,))
    return pos

# %% wrong: unit steps
def walk(key, steps):
    z = jax.random.normal(key, (steps, 2))
    return (z / jnp.linalg.norm(z, axis=1, keepdims=True)).sum(0)

# %% wrong: first step twice
def walk(key, steps):
    ks = jax.random.split(key, steps)
    pos = jax.random.normal(ks[0], (2,))
    for k in ks[: steps - 1]:
        pos = pos + jax.random.normal(k, (2,))
    return pos

# %% wrong: mirrored coordinates
def walk(key, steps):
    pos = jnp.zeros(2)
    for k in jax.random.split(key, steps):
        a = jax.random.normal(k)
        pos = pos + jnp.array([a, -a])
    return pos

# %% wrong: python random seeds
import random
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        pos = pos + jax.random.normal(jax.random.key(random.randrange(10**6)), (2,))
    return pos

# %% wrong: laplace
def walk(key, steps):
    return jax.random.laplace(key, (steps, 2)).sum(0) / jnp.sqrt(2)
