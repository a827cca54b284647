# %% starter
def first(x):
    x[0] = 10
    return x

# %% solution
def first(x):
    return x.at[0].set(10)

# %% wrong: clinic/immutable-array
def first(x):
    x[:1] = 10
    return x

# %% check
from tutor.checking import expect


def check(learner, reference, rng):
    x = rng.normal(4)
    expect(learner.first(x), reference.first(x), inputs={"x": x})
