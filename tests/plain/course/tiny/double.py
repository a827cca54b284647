# %% starter
def double(x):
    ...
# %% solution
def double(x):
    return 2 * x
# %% wrong: halved
def double(x):
    return x / 2
# %% check
from tutor.checking import close, expect, need


def check(learner, reference, rng):
    x = rng.normal(3)
    got = learner.double(x)
    need(not close(got, x / 2), "halved")
    expect(got, reference.double(x), inputs={"x": x})
