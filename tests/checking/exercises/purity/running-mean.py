# %% starter
start = (jnp.float32(0), jnp.float32(0))
hidden = [0.0, 0.0]  # what the old version mutated

@jax.jit
def update(state, x):
    ...
# %% solution
start = (jnp.float32(0), jnp.float32(0))
hidden = [0.0, 0.0]  # what the old version mutated

@jax.jit
def update(state, x):
    total, count = state[0] + x, state[1] + 1
    return (total, count), total / count
# %% solution: plan 2
start = (jnp.float32(0), jnp.float32(0))
hidden = [0.0, 0.0]  # what the old version mutated

@jax.jit
def update(state, x):
    new = jax.tree.map(lambda s, d: s + d, state, (x, 1.0))
    return new, new[0] / new[1]
# %% wrong: still-hidden
start = (jnp.float32(0), jnp.float32(0))
hidden = [0.0, 0.0]  # what the old version mutated

@jax.jit
def update(state, x):
    hidden[0] += x
    hidden[1] += 1
    return state, hidden[0] / hidden[1]
# %% wrong: old-state-returned
start = (jnp.float32(0), jnp.float32(0))
hidden = [0.0, 0.0]  # what the old version mutated

@jax.jit
def update(state, x):
    total, count = state[0] + x, state[1] + 1
    return state, total / count
# %% wrong: not-a-pair
start = (jnp.float32(0), jnp.float32(0))
hidden = [0.0, 0.0]  # what the old version mutated

@jax.jit
def update(state, x):
    return (state[0] + x) / (state[1] + 1)
# %% solution: under other names
start = (jnp.float32(0), jnp.float32(0))
hidden = [0.0, 0.0]

def new_state(state, value):
    s, n = state
    return s + value, n + 1.0

@jax.jit
def update(state, x):
    state = new_state(state, x)
    return state, jnp.divide(*state)
# %% solution: count as an integer
start = (jnp.float32(0), jnp.int32(0))
hidden = [0.0, 0.0]

@jax.jit
def update(state, x):
    total = state[0] + x
    count = state[1] + 1
    return (total, count), total / count
# %% wrong: wrong-value
start = (jnp.float32(0), jnp.float32(0))
hidden = [0.0, 0.0]

@jax.jit
def update(state, x):
    total, count = state[0] + x, state[1] + 1
    return (total, count), (state[0] + x) / 2
# %% wrong: wrong-value
start = (jnp.float32(0), jnp.float32(0))
hidden = [0.0, 0.0]

@jax.jit
def update(state, x):
    total, count = state[0] + x, state[1] + 1
    return (total, count), total // count
# %% wrong: wrong-structure
start = (jnp.float32(0), jnp.float32(0))
hidden = [0.0, 0.0]

@jax.jit
def update(state, x):
    total, count = state[0] + x, state[1] + 1
    return {"total": total, "count": count}, total / count
# %% wrong: no-return
start = (jnp.float32(0), jnp.float32(0))
hidden = [0.0, 0.0]

@jax.jit
def update(state, x):
    total, count = state[0] + x, state[1] + 1
# %% wrong: not-jitted
start = (jnp.float32(0), jnp.float32(0))
hidden = [0.0, 0.0]

def update(state, x):
    total, count = state[0] + x, state[1] + 1
    return (total, count), total / count
# %% wrong: still-hidden
start = (jnp.float32(0), jnp.float32(0))
hidden = [0.0, 0.0]

def update(state, x):
    hidden[0] += x
    hidden[1] += 1
    return (hidden[0], hidden[1]), hidden[0] / hidden[1]
update = update
# %% check
from tutor.checking import close, expect, need, on_error, unchanged

errors = [on_error("UnexpectedTracerError", "", "still-hidden")]


def check(learner, reference, rng):
    for count in (1, 3, 6):
        values = [float(v) for v in rng.mixed(count)]
        state, total = learner.start, 0.0
        for i, value in enumerate(values):
            result = unchanged(learner.update, state, value, again="still-hidden")
            need(close(learner.hidden, [0.0, 0.0]), "still-hidden")
            need(result is not None, "no-return")
            need(isinstance(result, tuple) and len(result) == 2, "not-a-pair", result)
            total += value
            right = (total, i + 1), total / (i + 1)
            expect(result, right, dtype=None, inputs={"state": state, "x": value},
                   mistakes={"old-state-returned": (state, right[1])})
            state = result[0]
    # A fresh shape, so that a compiled function has to compile.
    batch = rng.normal(5)
    need(learner.compiles(learner.update, learner.start, batch) == 1, "not-jitted")
