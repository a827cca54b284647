# %% starter
def loss(w):
    return (w - 3.0) ** 2

# %% solution
def loss(w):
    return (w - 3.0) ** 2

def step(w):
    g = jax.grad(loss)(w)
    w = w - 0.1 * g
    return w

# %% distractors
    loss.backward()
    w.data -= 0.1 * g

# %% check
from tutor.checking import expect


def check(learner, reference, rng):
    w = rng.number(-1.0, 1.0)
    expect(learner.step(w), reference.step(w), inputs={"w": w})
