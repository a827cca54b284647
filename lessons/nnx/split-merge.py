# %% starter
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def pure(state, x):
    ...


x = jnp.ones((4, 3))
print(model(x))
print(pure(state, x))
print(pure(jax.tree.map(jnp.zeros_like, state), x))

# %% solution: merged and called
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def pure(state, x):
    return nnx.merge(graph, state)(x)

# %% solution: in two lines, jitted below
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


def run(numbers, inputs):
    rebuilt = nnx.merge(graph, numbers)
    return rebuilt(inputs)


pure = jax.jit(run)

# %% solution: a copy, updated
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def pure(state, x):
    copy = nnx.clone(model)
    nnx.update(copy, state)
    return copy(x)

# %% solution: split again inside
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def pure(state, x):
    form = nnx.graphdef(model)
    return jnp.asarray(nnx.merge(form, state)(x))

# %% wrong: state-ignored
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def pure(state, x):
    return model(x)

# %% wrong: state-ignored
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def pure(state, x):
    graph, state = nnx.split(model)
    return nnx.merge(graph, state)(x)

# %% wrong: not-merged
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def pure(state, x):
    return state(x)

# %% wrong: not-merged
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def pure(state, x):
    return graph(state, x)

# %% wrong: model-returned
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def pure(state, x):
    return nnx.merge(graph, state)

# %% wrong: order-of-parts
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def pure(state, x):
    return nnx.merge(state, graph)(x)

# %% wrong: clinic/nnx-trace-level
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def pure(state, x):
    nnx.update(model, state)
    return model(x)

# %% wrong: bias-dropped
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def pure(state, x):
    return x @ state["kernel"][...]

# %% wrong: not-jitted
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


def pure(state, x):
    return nnx.merge(graph, state)(x)

# %% wrong: model-changed
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def call(model, x):
    return model(x)


def pure(state, x):
    nnx.update(model, state)
    return call(model, x)

# %% wrong: no-return
from flax import nnx

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)


@jax.jit
def pure(state, x):
    nnx.merge(graph, state)(x)

# %% probe
import jax


def numbers():
    return jax.tree.leaves(learner.model)

# %% check
from tutor.checking import close, expect, need, on_error, same, shape, unchanged

errors = [
    on_error("TypeError", r"'(State|GraphDef)' object is not callable", "not-merged"),
    on_error("TypeError", r"GraphState object, got: [^(]*State", "order-of-parts"),
]


def check(learner, reference, rng):
    for rows in (1, 4, 7):
        x = rng.mixed(rows, 3)
        own = [{(3, 2): rng.normal(3, 2), (2,): rng.normal(2)} for _ in range(2)]
        leaves = learner.leaves(learner.state)
        states = [learner.with_leaves(learner.state, [part[tuple(leaf.shape)] for leaf in leaves])
                  for part in own]
        numbers = learner.probe("numbers")
        got = unchanged(learner.pure, states[0], x)
        right = x @ own[0][3, 2] + own[0][2,]
        if got is not None and not close(got, right):
            need(shape(got) is not None, "model-returned", got)
            need(not close(got, learner.pure(states[1], x)), "state-ignored")
        expect(got, right, inputs={"x": x},
               mistakes={"bias-dropped": x @ own[0][3, 2]})
        need(same(learner.probe("numbers"), numbers), "model-changed")
    x = rng.normal(23, 3)
    need(learner.compiles(learner.pure, states[0], x) >= 1, "not-jitted")
