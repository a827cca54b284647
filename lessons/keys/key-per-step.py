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

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import close, expect_form, fail, independent, looks_normal, need, unchanged

FAR = 9


def check(learner, reference, rng):
    ends = []
    again = unchanged(learner.walk, rng.key(), FAR, again="key-ignored")
    expect_form(again, reference.walk(rng.key(), FAR))
    for key in rng.keys(40):
        ends.append(learner.walk(key, FAR))
    need(not close(ends[0], ends[1]), "key-ignored")
    straight(learner, rng)
    ends = jnp.stack(ends)
    if not looks_normal(ends, std=FAR**0.5):
        need(not looks_normal(ends), "last-step-only")
        need(float(jnp.std(ends)) < 0.7 * FAR, "same-child")
        fail("not-a-walk")
    need(independent(ends[:, 0], ends[:, 1]), "diagonal")
    need(not learner.key_reuse(learner.walk, rng.key(), 3), "parent-reused")
    for steps in (1, 4):
        ends = jnp.stack([learner.walk(key, steps) for key in rng.keys(40)])
        need(looks_normal(ends, std=steps**0.5), "not-a-walk")


def straight(learner, rng):
    """Ends of a straight line: all lie in one direction, in equal distances."""
    key = rng.key()
    one, two, five = (learner.walk(key, n) for n in (1, 2, 5))
    draw = jax.random.normal(key, (2,))
    if close(two, 2 * one) and close(five, 5 * one):
        need(not close(one, draw), "straight-line")
        fail("same-child")
