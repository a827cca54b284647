# %% starter
start = 1
# %% solution
start = 1
def inc(x):
    y = x + start
    return y
# %% distractors
    return x
# %% wrong: wrong-value
start = 1
def inc(x):
    return x
# %% check
from tutor.checking import expect


def check(learner, reference, rng):
    x = rng.normal(3)
    expect(learner.inc(x), reference.inc(x))
