# %% right: named tuple
from typing import NamedTuple
class State(NamedTuple):
    total: float = 0.0
    count: int = 0
start = State()
@jax.jit
def update(state, x):
    new = State(state.total + x, state.count + 1)
    return new, new.total / new.count

# %% right: list result
start = 0.0, 0
def _u(s, x):
    t, n = s
    new = (t + x, n + 1)
    mean = jnp.divide(*new)
    return [new, mean]
update = jax.jit(_u)

# %% right: tree map
start = (0.0, 0)
@jax.jit
def update(state, x):
    new = jax.tree.map(jnp.add, state, (x, 1))
    return new, new[0] / new[1]

# %% right: float count
start = (0.0, 0.0)
@jax.jit
def update(state, x):
    (total, count) = state
    return (t := total + x, c := count + 1), t / c

# %% wrong: start 1
start = (0.0, 1)
@jax.jit
def update(state, x):
    t, c = state
    t = t + x
    return (t, c + 1), t / c

# %% wrong: list mutated
start = [0.0, 0]
def update(state, x):
    state[0] += x
    state[1] += 1
    return state, state[0] / state[1]

# %% wrong: mean of last two
start = (0.0, 0)
@jax.jit
def update(state, x):
    return (x, state[1] + 1), (state[0] + x) / 2

# %% wrong: static state
from functools import partial
start = (0.0, 0)
@partial(jax.jit, static_argnums=0)
def update(state, x):
    t, c = state[0] + x, state[1] + 1
    return (t, c), t / c

# %% wrong: start a function
def start():
    return 0.0, 0
@jax.jit
def update(state, x):
    t, c = state[0] + x, state[1] + 1
    return (t, c), t / c
