# %% starter
def tidy(x):
    x[x < 0] = 0
    x[:, -1] += 1
    return x


m = jnp.array([[1.0, -2.0, 3.0], [-4.0, 5.0, -6.0]])
print(tidy(m))

# %% solution: two updates
def tidy(x):
    x = x.at[x < 0].set(0)
    x = x.at[:, -1].add(1)
    return x

# %% solution: chained
def tidy(x):
    return x.at[x < 0].set(0).at[:, -1].add(1)

# %% solution: maximum
def tidy(x):
    clean = jnp.maximum(x, 0)
    return clean.at[:, -1].set(clean[:, -1] + 1)

# %% solution: where and columns
def tidy(m):
    positive = jnp.where(m < 0, 0.0, m)
    columns = jnp.arange(m.shape[1])
    return positive + (columns == m.shape[1] - 1)

# %% wrong: clinic/immutable-array
def tidy(x):
    x = x.at[x < 0].set(0)
    x[:, -1] += 1
    return x

# %% wrong: result-dropped
def tidy(x):
    x.at[x < 0].set(0)
    x.at[:, -1].add(1)
    return x

# %% wrong: first-lost
def tidy(x):
    y = x.at[x < 0].set(0)
    y = x.at[:, -1].add(1)
    return y

# %% wrong: first-lost
def tidy(x):
    x.at[x < 0].set(0)
    return x.at[:, -1].add(1)

# %% wrong: second-lost
def tidy(x):
    x = x.at[x < 0].set(0)
    x.at[:, -1].add(1)
    return x

# %% wrong: wrong-order
def tidy(x):
    x = x.at[:, -1].add(1)
    return x.at[x < 0].set(0)

# %% wrong: row-not-column
def tidy(x):
    x = x.at[x < 0].set(0)
    return x.at[-1].add(1)

# %% wrong: no-return
def tidy(x):
    x = x.at[x < 0].set(0)
    x = x.at[:, -1].add(1)

# %% wrong: wrong-value
def tidy(x):
    x = x.at[x < 0].set(0)
    return x.at[:, -1].set(1)

# %% wrong: wrong-value
def tidy(x):
    return jnp.abs(x).at[:, -1].add(1)

# %% wrong: wrong-value
def tidy(x):
    x = x.at[x < 0].set(0)
    return x.at[:, 2].add(1)

# %% wrong: wrong-shape
def tidy(x):
    x = x.at[x < 0].set(0)
    return x[:, -1] + 1

# %% wrong: wrong-value
def tidy(x):
    x = x.at[x < 1].set(0)
    return x.at[:, -1].add(1)

# %% check
from tutor.checking import close, expect, reject, unchanged


def check(learner, reference, rng):
    for rows, columns in ((4, 3), (2, 5), (1, 2), (6, 1)):
        # The last column needs entries whose fate depends on the order of the two steps.
        x = rng.normal(rows, columns, scale=30.0)
        x = x.at[0, -1].set(-0.5).at[-1, 0].set(-1.5 if rows > 1 else -0.5)
        if rows > 2:
            x = x.at[1, 0].set(0.5)  # small, but not negative
        got = unchanged(learner.tidy, x)
        right = reference.tidy(x)
        if not close(got, right):
            reject(got, mistakes(x))
        expect(got, right, inputs={"x": x})


def mistakes(x):
    clean = x.at[x < 0].set(0)
    grown = x.at[:, -1].add(1)
    return {
        "result-dropped": x,
        "first-lost": grown,
        "second-lost": clean,
        "wrong-order": grown.at[grown < 0].set(0),
        "row-not-column": clean.at[-1].add(1),
    }
