# %% starter
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        step = jax.random.normal(key, (2,))
        pos = pos + step
    return pos


key = jax.random.key(1)
for n in range(1, 6):
    print(n, walk(key, n))

# %% solution: split and keep
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        key, sub = jax.random.split(key)
        pos = pos + jax.random.normal(sub, (2,))
    return pos

# %% solution: fold in the number of the step
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        k = jax.random.fold_in(key, i)
        pos = pos + jax.random.normal(k, (2,))
    return pos

# %% solution: all keys at once
def walk(key, steps):
    pos = jnp.zeros(2)
    for k in jax.random.split(key, steps):
        pos += jax.random.normal(k, (2,))
    return pos

# %% solution: all numbers at once
def walk(key, steps):
    return jax.random.normal(key, (steps, 2)).sum(axis=0)

# %% wrong: straight-line
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        pos = pos + jax.random.normal(key, (2,))
    return pos

# %% wrong: straight-line
def walk(key, steps):
    step = jax.random.normal(key, (2,))
    return steps * step

# %% wrong: same-child
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        _, sub = jax.random.split(key)
        pos = pos + jax.random.normal(sub, (2,))
    return pos

# %% wrong: same-child
def walk(key, steps):
    pos = jnp.zeros(2)
    key, sub = jax.random.split(key)
    for i in range(steps):
        pos = pos + jax.random.normal(sub, (2,))
    return pos

# %% wrong: same-child
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        k = jax.random.fold_in(key, steps)
        pos = pos + jax.random.normal(k, (2,))
    return pos

# %% wrong: key-ignored
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        k = jax.random.key(i)
        pos = pos + jax.random.normal(k, (2,))
    return pos

# %% wrong: key-ignored
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        pos = pos + np.random.randn(2)
    return pos

# %% wrong: parent-reused
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        pos = pos + jax.random.normal(key, (2,))
        key, sub = jax.random.split(key)
    return pos

# %% wrong: last-step-only
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        k = jax.random.fold_in(key, i)
        pos = jax.random.normal(k, (2,))
    return pos

# %% wrong: not-a-walk
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        key, sub = jax.random.split(key)
        pos = pos + jax.random.uniform(sub, (2,))
    return pos

# %% wrong: diagonal
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        key, sub = jax.random.split(key)
        pos = pos + jax.random.normal(sub)
    return pos

# %% wrong: clinic/key-type
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        pos = pos + jax.random.normal(key + i, (2,))
    return pos

# %% wrong: no-return
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        key, sub = jax.random.split(key)
        pos = pos + jax.random.normal(sub, (2,))

# %% wrong: not-a-walk
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        key, sub = jax.random.split(key)
        pos = pos + jax.random.rademacher(sub, (2,))
    return pos

# %% wrong: not-a-walk
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        key, sub = jax.random.split(key)
        a = jax.random.uniform(sub, maxval=2 * jnp.pi)
        way = jnp.stack([jnp.cos(a), jnp.sin(a)])
        pos = pos + jnp.sqrt(2) * way
    return pos

# %% wrong: one-draw
def walk(key, steps):
    return jnp.sqrt(steps) * jax.random.normal(key, (2,))

# %% wrong: steps-ignored
def walk(key, steps):
    pos = jnp.zeros(2)
    for k in jax.random.split(key, 5):
        pos = pos + jax.random.normal(k, (2,))
    return pos

# %% wrong: linked
def walk(key, steps):
    pos = jnp.zeros(2)
    for i in range(steps):
        key, a, b = jax.random.split(key, 3)
        x = jax.random.normal(a)
        y = (x + jax.random.normal(b)) / 2**0.5
        pos = pos + jnp.stack([x, y])
    return pos

# %% wrong: linked
def walk(key, steps):
    pos = jnp.zeros(2)
    for k in jax.random.split(key, steps):
        a = jax.random.normal(k)
        pos = pos + jnp.array([a, -a])
    return pos

# %% probe
import jax
import jax.numpy as jnp


def ends(key, steps, many, few):
    """Where walks with many keys end; with few, when `vmap` cannot take them."""
    try:
        return jax.vmap(lambda k: learner.walk(k, steps))(jax.random.split(key, many))
    except Exception:
        keys = jax.random.split(key, few)
        return jnp.stack([learner.walk(k, steps) for k in keys])


# %% check
import jax
import jax.numpy as jnp
import numpy as np

from tutor.checking import close, expect_form, fail, independent, looks_normal, need, unchanged

FAR = 9
MANY, FEW = 4000, 80


def check(learner, reference, rng):
    again = unchanged(learner.walk, rng.key(), FAR, again="key-ignored")
    expect_form(again, reference.walk(rng.key(), FAR))
    straight(learner, rng)
    ends = np.asarray(learner.probe("ends", rng.key(), FAR, MANY, FEW))
    different = len(np.unique(ends, axis=0))
    need(different > 5, "key-ignored", different, len(ends))
    if not looks_normal(ends, std=FAR**0.5):
        need(not looks_normal(ends), "last-step-only")
        need(not looks_normal(ends, std=FAR), "same-child")
        fail("not-a-walk")
    need(not close(ends[:, 0], ends[:, 1]), "diagonal")
    need(independent(ends[:, 0], ends[:, 1]), "linked")
    need(not learner.key_reuse(learner.walk, rng.key(), 3), "parent-reused")
    need(different == len(ends), "not-a-walk", different, len(ends))
    for steps in (1, 4):
        ends = learner.probe("ends", rng.key(), steps, MANY, FEW)
        need(looks_normal(ends, std=steps**0.5), "not-a-walk")
        need(independent(ends[:, 0], ends[:, 1]), "linked")


def straight(learner, rng):
    """Ends of a straight line: all lie in one direction, mostly in equal distances."""
    key = rng.key()
    one, two, five = (learner.walk(key, n) for n in (1, 2, 5))
    draw = jax.random.normal(key, (2,))
    if close(two, 2 * one) and close(five, 5 * one):
        need(not close(one, draw), "straight-line")
        fail("same-child")
    need(not close(two, one) or not close(five, one), "steps-ignored", five, "another end")
    length = jnp.linalg.norm
    other = learner.walk(rng.key(), 1)
    if abs(float(one[0] * other[1] - one[1] * other[0])) > 1e-3:  # else all lie on one line
        alike = [close(v * length(one), one * length(v), 1e-3) for v in (two, five)]
        need(not all(alike), "one-draw")
