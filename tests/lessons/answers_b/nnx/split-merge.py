# %% start
from flax import nnx
import functools

model = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
graph, state = nnx.split(model)

# %% right: lambda
pure = jax.jit(lambda state, x: nnx.merge(graph, state)(x))

# %% right: functional call
@jax.jit
def pure(s, x):
    m = nnx.merge(graph, s)
    return m.__call__(x)

# %% right: nnx.jit
@nnx.jit
def pure(state, x):
    return nnx.merge(graph, state)(x)

# %% right: graph.apply
@jax.jit
def pure(state, x):
    out, _ = graph.apply(state)(x)
    return out

# %% right: static graph argument
@functools.partial(jax.jit, static_argnums=0)
def _run(g, s, x):
    return nnx.merge(g, s)(x)
pure = functools.partial(_run, graph)

# %% right: clone and update
@jax.jit
def pure(state, x):
    m = nnx.clone(model)
    nnx.update(m, state)
    return m(x)

# %% wrong: updates the model
@jax.jit
def pure(state, x):
    nnx.update(model, state)
    return model(x)

# %% wrong: updates eager
def pure(state, x):
    nnx.update(model, state)
    return model(x)

# %% wrong: model
@jax.jit
def pure(state, x):
    return model(x)

# %% wrong: merge of globals
@jax.jit
def pure(s, x):
    return nnx.merge(graph, state)(x)

# %% wrong: swapped
@jax.jit
def pure(state, x):
    return nnx.merge(state, graph)(x)
pure(state, jnp.ones((4, 3)))

# %% wrong: splits again
@jax.jit
def pure(state, x):
    g, s = nnx.split(model)
    return nnx.merge(g, s)(x)

# %% wrong: kernel only
@jax.jit
def pure(state, x):
    return x @ state["kernel"][...]

# %% wrong: no call
@jax.jit
def pure(state, x):
    return nnx.merge(graph, state)
pure(state, jnp.ones((4, 3)))

# %% wrong: eager
def pure(state, x):
    return nnx.merge(graph, state)(x)

# %% wrong: cached merged
m = None
def pure(state, x):
    global m
    if m is None:
        m = nnx.merge(graph, state)
    return jax.jit(lambda x: m(x))(x)
