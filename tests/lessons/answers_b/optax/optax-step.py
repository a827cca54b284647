# %% start
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)

# %% right: reference
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    updates, state = opt.update(g, state, p)
    return optax.apply_updates(p, updates), state

# %% right: value_and_grad, tree map
@jax.jit
def step(p, state, x, y):
    l, g = jax.value_and_grad(loss)(p, x, y)
    u, new_state = opt.update(g, state)
    new_p = jax.tree.map(lambda a, b: a + b, p, u)
    return new_p, new_state

# %% right: jit called
def _step(p, state, x, y):
    grads = jax.grad(lambda q: loss(q, x, y))(p)
    upd, state = opt.update(grads, state, params=p)
    p = optax.apply_updates(params=p, updates=upd)
    return (p, state)
step = jax.jit(_step)

# %% right: partial jit donate none
from functools import partial
@partial(jax.jit, inline=True)
def step(p, state, x, y):
    """Adam."""
    g = jax.grad(loss)(p, x, y)
    out = opt.update(g, state, p)
    return optax.apply_updates(p, out[0]), out[1]

# %% right: tree_util dict
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss, argnums=0)(p, x, y)
    u, state = opt.update(g, state, p)
    return {"w": p["w"] + u["w"], "b": p["b"] + u["b"]}, state

# %% right: aux printing
@jax.jit
def step(params, opt_state, inputs, targets):
    g = jax.grad(loss)(params, inputs, targets)
    jax.debug.print("g {}", g["b"])
    updates, opt_state = opt.update(g, opt_state, params)
    return optax.apply_updates(params, updates), opt_state

# %% wrong: state dropped
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    updates, _ = opt.update(g, state, p)
    return optax.apply_updates(p, updates), state

# %% wrong: no apply
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    updates, state = opt.update(g, state, p)
    return p, state

# %% wrong: updates as params
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    return opt.update(g, state, p)

# %% wrong: init inside
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    updates, state = opt.update(g, opt.init(p), p)
    return optax.apply_updates(p, updates), state

# %% wrong: sgd by hand
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    return jax.tree.map(lambda a, b: a - 0.1 * b, p, g), state

# %% wrong: subtract updates
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return jax.tree.map(lambda a, b: a - b, p, u), state

# %% wrong: grads applied
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return optax.apply_updates(p, g), state

# %% wrong: not jitted
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return optax.apply_updates(p, u), state

# %% wrong: swapped
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return state, optax.apply_updates(p, u)

# %% wrong: args swapped
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, p, state)
    return optax.apply_updates(p, u), state

# %% wrong: only params
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return optax.apply_updates(p, u)

# %% wrong: loss too
@jax.jit
def step(p, state, x, y):
    l, g = jax.value_and_grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return optax.apply_updates(p, u), state, l

# %% wrong: twice
@jax.jit
def step(p, state, x, y):
    for _ in range(2):
        g = jax.grad(loss)(p, x, y)
        u, state = opt.update(g, state, p)
        p = optax.apply_updates(p, u)
    return p, state

# %% wrong: new optimizer inside
@jax.jit
def step(p, state, x, y):
    o = optax.adam(0.01)
    g = jax.grad(loss)(p, x, y)
    u, state = o.update(g, state, p)
    return optax.apply_updates(p, u), state

# %% wrong: global data
xs = jnp.ones((50, 3)); ys = jnp.zeros(50)
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, xs, ys)
    u, state = opt.update(g, state, p)
    return optax.apply_updates(p, u), state

# %% wrong: grads scaled again
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return jax.tree.map(lambda a, b: a + 0.1 * b, p, u), state

# %% wrong: returns list
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    p = optax.apply_updates(p, u)

# %% wrong: bias frozen
@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return {"w": p["w"] + u["w"], "b": p["b"]}, state
