# %% starter
def init(key):
    ...
# %% solution
def init(key):
    ks = jax.random.split(key, 3)
    return [jax.random.normal(k, (4, 4)) for k in ks]
# %% solution: plan 2
def init(key):
    return list(jax.random.normal(key, (3, 4, 4)))
# %% solution: plan 3
def init(key):
    ks = [jax.random.fold_in(key, i) for i in range(3)]
    return [jax.random.normal(k, (4, 4)) for k in ks]
# %% wrong: same-key-thrice
def init(key):
    return [jax.random.normal(key, (4, 4)) for _ in range(3)]
# %% wrong: key-ignored
def init(key):
    ks = jax.random.split(jax.random.key(0), 3)
    return [jax.random.normal(k, (4, 4)) for k in ks]
# %% wrong: parent-reused
def init(key):
    a = jax.random.normal(key, (4, 4))
    k1, k2 = jax.random.split(key)
    return [a, jax.random.normal(k1, (4, 4)),
            jax.random.normal(k2, (4, 4))]
# %% solution: split twice
def init(key):
    key, a = jax.random.split(key)
    b, c = jax.random.split(key)
    draw = jax.random.normal
    return draw(a, (4, 4)), draw(b, (4, 4)), draw(c, (4, 4))
# %% solution: vmap
def init(key):
    one = lambda k: jax.random.normal(k, (4, 4))
    m = jax.vmap(one)(jax.random.split(key, 3))
    return m[0], m[1], m[2]
# %% solution: one array
def init(key):
    return jax.random.normal(key, (3, 4, 4))
# %% wrong: not-normal
def init(key):
    ks = jax.random.split(key, 3)
    return [jax.random.uniform(k, (4, 4)) for k in ks]
# %% wrong: not-normal
def init(key):
    ks = jax.random.split(key, 3)
    return [0.1 * jax.random.normal(k, (4, 4)) for k in ks]
# %% wrong: wrong-shape
def init(key):
    ks = jax.random.split(key, 3)
    return [jax.random.normal(k, (4,)) for k in ks]
# %% wrong: wrong-structure
def init(key):
    ks = jax.random.split(key, 2)
    return [jax.random.normal(k, (4, 4)) for k in ks]
# %% wrong: same-key-thrice
def init(key):
    a = jax.random.normal(key, (4, 4))
    b = jax.random.normal(jax.random.split(key)[0], (4, 4))
    return [a, b, b]
# %% wrong: dependent
def init(key):
    k1, k2 = jax.random.split(key)
    a = jax.random.normal(k1, (4, 4))
    b = jax.random.normal(k2, (4, 4))
    return [a, b, (a + b) / 2 ** 0.5]
# %% wrong: key-ignored
def init(key):
    return [jnp.array(np.random.randn(4, 4)) for _ in range(3)]
# %% check
import jax.numpy as jnp

from tutor.checking import (
    close, expect_form, independent, looks_normal, need, shape,
)


def check(learner, reference, rng):
    draws = []
    for key in rng.keys(40):
        result = learner.init(key)
        if shape(result) == (3, 4, 4):
            result = list(result)
        expect_form(result, reference.init(key))
        draws.append(list(result))
    a, b, c = (jnp.stack([draw[i] for draw in draws]) for i in range(3))
    need(not (close(a, b) or close(b, c) or close(a, c)), "same-key-thrice")
    key = rng.key()
    again = [list(learner.init(key)) for _ in range(2)]
    need(close(*again) and not close(a[0], a[1]), "key-ignored")
    need(not learner.key_reuse(learner.init, rng.key()), "parent-reused")
    need(independent(a, b) and independent(b, c) and independent(a, c), "dependent")
    need(looks_normal(jnp.stack([a, b, c])), "not-normal")
