# %% solution
def inc(x):
    y = x + 1
    return y
# %% distractors
    y = x - 1
# %% check
from tutor.checking import expect


def check(learner, reference, rng):
    x = rng.normal()
    expect(learner.inc(x), reference.inc(x), inputs={"x": x})
