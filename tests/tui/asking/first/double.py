# %% starter
def double(x):
    ...


print(double(3))
# %% solution
def double(x):
    return 2 * x


print(double(3))
# %% wrong: halved
def double(x):
    return x / 2
# %% check
from tutor.checking import expect, need


def check(learner, reference, rng):
    x = rng.normal(3)
    need(not bool(abs(learner.double(x) - x / 2).max() < 1e-6), "halved")
    expect(learner.double(x), reference.double(x))
