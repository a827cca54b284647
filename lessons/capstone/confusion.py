# %% starter
def confusion(truth, guess, k):
    ...


truth = jnp.array([0, 1, 2, 2, 1, 2])
guess = jnp.array([0, 2, 2, 2, 1, 0])
print(confusion(truth, guess, 3))

# %% solution: counted in place
def confusion(truth, guess, k):
    zeros = jnp.zeros((k, k), int)
    return zeros.at[truth, guess].add(1)


truth = jnp.array([0, 1, 2, 2, 1, 2])
guess = jnp.array([0, 2, 2, 2, 1, 0])
print(confusion(truth, guess, 3))

# %% solution: one-hot
def confusion(truth, guess, k):
    a = jax.nn.one_hot(truth, k, dtype=int)
    return a.T @ jax.nn.one_hot(guess, k, dtype=int)


truth = jnp.array([0, 1, 2, 2, 1, 2])
guess = jnp.array([0, 2, 2, 2, 1, 0])
print(confusion(truth, guess, 3))

# %% solution: one cell at a time
def confusion(truth, guess, k):
    cells = [[jnp.sum((truth == i) & (guess == j))
              for j in range(k)] for i in range(k)]
    return jnp.array(cells)


truth = jnp.array([0, 1, 2, 2, 1, 2])
guess = jnp.array([0, 2, 2, 2, 1, 0])
print(confusion(truth, guess, 3))

# %% wrong: axes-swapped
def confusion(truth, guess, k):
    zeros = jnp.zeros((k, k), int)
    return zeros.at[guess, truth].add(1)


truth = jnp.array([0, 1, 2, 2, 1, 2])
guess = jnp.array([0, 2, 2, 2, 1, 0])
print(confusion(truth, guess, 3))

# %% wrong: counted-once
def confusion(truth, guess, k):
    zeros = jnp.zeros((k, k), int)
    return zeros.at[truth, guess].set(1)


truth = jnp.array([0, 1, 2, 2, 1, 2])
guess = jnp.array([0, 2, 2, 2, 1, 0])
print(confusion(truth, guess, 3))

# %% wrong: counted-once
def confusion(truth, guess, k):
    m = jnp.zeros((k, k), int)
    return m.at[truth, guess].set(m[truth, guess] + 1)


truth = jnp.array([0, 1, 2, 2, 1, 2])
guess = jnp.array([0, 2, 2, 2, 1, 0])
print(confusion(truth, guess, 3))

# %% wrong: rows-and-columns
def confusion(truth, guess, k):
    zeros = jnp.zeros((k, k), int)
    return zeros.at[truth].add(1)


truth = jnp.array([0, 1, 2, 2, 1, 2])
guess = jnp.array([0, 2, 2, 2, 1, 0])
print(confusion(truth, guess, 3))

# %% wrong: not-kept
def confusion(truth, guess, k):
    m = jnp.zeros((k, k), int)
    m.at[truth, guess].add(1)
    return m


truth = jnp.array([0, 1, 2, 2, 1, 2])
guess = jnp.array([0, 2, 2, 2, 1, 0])
print(confusion(truth, guess, 3))

# %% wrong: wrong-shape
def confusion(truth, guess, k):
    zeros = jnp.zeros((3, 3), int)
    return zeros.at[truth, guess].add(1)


truth = jnp.array([0, 1, 2, 2, 1, 2])
guess = jnp.array([0, 2, 2, 2, 1, 0])
print(confusion(truth, guess, 3))

# %% wrong: wrong-shape
def confusion(truth, guess, k):
    k = int(max(truth.max(), guess.max())) + 1
    return jnp.zeros((k, k), int).at[truth, guess].add(1)

# %% wrong: shares
def confusion(truth, guess, k):
    zeros = jnp.zeros((k, k))
    return zeros.at[truth, guess].add(1) / len(truth)


truth = jnp.array([0, 1, 2, 2, 1, 2])
guess = jnp.array([0, 2, 2, 2, 1, 0])
print(confusion(truth, guess, 3))

# %% wrong: clinic/immutable-array
def confusion(truth, guess, k):
    m = jnp.zeros((k, k), int)
    for t, g in zip(truth, guess):
        m[t, g] += 1
    return m


truth = jnp.array([0, 1, 2, 2, 1, 2])
guess = jnp.array([0, 2, 2, 2, 1, 0])
print(confusion(truth, guess, 3))

# %% check
import jax.numpy as jnp

from tutor.checking import expect, unchanged


def check(learner, reference, rng):
    # Of seven classes the last two do not come up: the table has rows for them all the same.
    for n, k, seen in ((1, 2, 2), (60, 4, 4), (9, 7, 5), (300, 10, 10)):
        truth, guess = rng.integers(0, seen, n), rng.integers(0, seen, n)
        right = reference.confusion(truth, guess, k)
        zeros = jnp.zeros((k, k), int)
        expect(unchanged(learner.confusion, truth, guess, k), right, dtype=None,
               inputs={"truth": truth, "guess": guess, "k": k},
               mistakes={"axes-swapped": right.T, "counted-once": (right > 0).astype(int),
                         "not-kept": zeros, "shares": right / n,
                         "rows-and-columns": lambda: zeros.at[truth].add(1)})
