# %% starter
def double(x):
    return ...

# %% solution
def double(x):
    return 2 * x

# %% solution: with a sum
def double(x):
    return x + x

# %% wrong: squared
def double(x):
    return x * x

# %% wrong: no-return
def double(x):
    2 * x

# %% check
from tutor.checking import expect, reject


def check(learner, reference, rng):
    x = rng.mixed(5)
    y = learner.double(x)
    reject(y, {"squared": x * x})
    expect(y, reference.double(x), inputs={"x": x})
