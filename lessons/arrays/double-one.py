# %% starter
def double_one(x, i):
    ...


print(double_one(jnp.array([5.0, 6.0, 7.0]), 1))

# %% solution: multiply
def double_one(x, i):
    return x.at[i].multiply(2)

# %% solution: set
def double_one(x, i):
    return x.at[i].set(x[i] * 2)

# %% solution: add itself
def double_one(x, i):
    y = x.at[i].add(x[i])
    return y

# %% solution: a mask
def double_one(x, i):
    here = jnp.arange(x.shape[0]) == i
    return jnp.where(here, 2 * x, x)

# %% solution: factors
def double_one(vector, position):
    factor = jnp.ones_like(vector).at[position].set(2)
    return vector * factor

# %% solution: concatenate
def double_one(x, i):
    parts = (x[:i], 2 * x[i : i + 1], x[i + 1 :])
    return jnp.concatenate(parts)

# %% wrong: clinic/immutable-array
def double_one(x, i):
    x[i] = x[i] * 2
    return x

# %% wrong: clinic/immutable-array
def double_one(vec, k):
    vec[k] *= 2
    return vec

# %% wrong: at-assigned
def double_one(x, i):
    x.at[i] = x[i] * 2
    return x

# %% wrong: at-assigned
def double_one(x, i):
    x.at[i] *= 2
    return x

# %% wrong: result-dropped
def double_one(x, i):
    x.at[i].set(x[i] * 2)
    return x

# %% wrong: result-dropped
def double_one(array, index):
    doubled = array.at[index].multiply(2)
    return array

# %% wrong: all-changed
def double_one(x, i):
    return x * 2

# %% wrong: all-changed
def double_one(x, i):
    return x.at[:].multiply(2)

# %% wrong: no-return
def double_one(x, i):
    y = x.at[i].multiply(2)

# %% wrong: entry-alone
def double_one(x, i):
    return x[i] * 2

# %% wrong: wrong-entry
def double_one(x, i):
    return x.at[1].multiply(2)

# %% wrong: wrong-entry
def double_one(x, i):
    return x.at[i - 1].multiply(2)

# %% wrong: added-two
def double_one(x, i):
    return x.at[i].add(2)

# %% wrong: set-two
def double_one(x, i):
    return x.at[i].set(2)

# %% wrong: by-value
def double_one(x, i):
    return jnp.where(x == x[i], 2 * x, x)

# %% wrong: others-lost
def double_one(x, i):
    return jnp.zeros_like(x).at[i].set(2 * x[i])

# %% wrong: wrong-value
def double_one(x, i):
    return x.at[i].power(2)

# %% wrong: wrong-value
def double_one(x, i):
    return x.at[i].set(x[0] * 2)

# %% check
import jax.numpy as jnp

from tutor.checking import close, expect, need, on_error, reject, unchanged

errors = [on_error("TypeError", r"IndexUpdate", "at-assigned")]


def check(learner, reference, rng):
    for size in (5, 3, 8):
        for i in rng.permutation(size)[:4].tolist():
            # Another entry has the same value: position and value must not be mixed up.
            x = rng.normal(size, scale=3.0)
            x = x.at[(i + 2) % size].set(x[i])
            got = unchanged(learner.double_one, x, i)
            right = reference.double_one(x, i)
            if not close(got, right):
                reject(got, mistakes(x, i))
                others = [reference.double_one(x, j) for j in range(size) if j != i]
                need(
                    not any(close(got, other) for other in others),
                    "wrong-entry",
                    observed=got,
                    needed=right,
                )
            expect(got, right, inputs={"x": x, "i": i})
    for size in (1, 9):
        x, i = rng.mixed(size), rng.whole(0, size)
        right = reference.double_one(x, i)
        expect(learner.double_one(x, i), right, inputs={"x": x, "i": i})


def mistakes(x, i):
    return {
        "result-dropped": x,
        "all-changed": 2 * x,
        "entry-alone": 2 * x[i],
        "by-value": jnp.where(x == x[i], 2 * x, x),
        "added-two": x.at[i].add(2),
        "set-two": x.at[i].set(2),
        "others-lost": jnp.zeros_like(x).at[i].set(2 * x[i]),
    }
