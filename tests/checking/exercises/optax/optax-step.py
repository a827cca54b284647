# %% starter
import optax
opt = optax.adam(0.1)
def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)

@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    ...
# %% solution
import optax
opt = optax.adam(0.1)
def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)

@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return optax.apply_updates(p, u), state
# %% solution: by hand
import optax
opt = optax.adam(0.1)
def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)

@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state)
    return jax.tree.map(lambda a, d: a + d, p, u), state
# %% solution: renamed, jitted later
from optax import adam, apply_updates
opt = adam(learning_rate=0.1)
def one_step(params, opt_state, inputs, targets):
    def cost(q):
        out = inputs @ q["w"] + q["b"]
        return jnp.mean(jnp.square(out - targets))
    upd, new = opt.update(jax.grad(cost)(params), opt_state)
    return apply_updates(params, upd), new
step = jax.jit(one_step)
# %% wrong: params-as-state
import optax
opt = optax.adam(0.1)
def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)

@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    p = opt.update(g, p)
    return p, state
# %% wrong: state-lost
import optax
opt = optax.adam(0.1)
def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)

@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, _ = opt.update(g, state, p)
    return optax.apply_updates(p, u), state
# %% wrong: updates-returned
import optax
opt = optax.adam(0.1)
def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)

@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return u, state
# %% wrong: subtracted-again
import optax
opt = optax.adam(0.1)
def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)

@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return jax.tree.map(lambda a, d: a - d, p, u), state
# %% wrong: grads-applied
import optax
opt = optax.adam(0.1)
def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)

@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return optax.apply_updates(p, g), state
# %% wrong: not-jitted
import optax
opt = optax.adam(0.1)
def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)

def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return optax.apply_updates(p, u), state
# %% wrong: wrong-structure
import optax
opt = optax.adam(0.1)
def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)

@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return optax.apply_updates(p, u)
# %% check
import jax
import optax

from tutor.checking import expect, need, on_error, unchanged

errors = [
    on_error("AttributeError", r"\bmu\b", "params-as-state"),
    on_error("ValueError", r"number of updates and states", "params-as-state"),
]


def check(learner, reference, rng):
    step, init = learner.step, learner.opt.init
    for rows in (1, 7, 12):
        x, y = rng.mixed(rows, 3), rng.normal(rows)
        p = {"w": rng.normal(3), "b": rng.normal()}
        state, fresh = init(p), reference.opt.init(p)
        for _ in range(3):
            grads = jax.grad(reference.loss)(p, x, y)
            u, _ = reference.opt.update(grads, fresh, p)
            result = unchanged(step, p, state, x, y)
            right = reference.step(p, fresh, x, y)
            need(isinstance(result, tuple) and len(result) == 2, "wrong-structure", result)
            expect(result[0], right[0], tol=1e-3, inputs={"p": p}, mistakes={
                "updates-returned": u,
                "subtracted-again": lambda: jax.tree.map(lambda a, d: a - d, p, u),
                "grads-applied": lambda: optax.apply_updates(p, grads),
            })
            expect(result[1], right[1], tol=1e-3, mistakes={"state-lost": fresh})
            p, state, fresh = result[0], result[1], right[1]
    x, y = rng.normal(23, 3), rng.normal(23)
    need(learner.compiles(step, p, state, x, y) >= 1, "not-jitted")
