# %% starter
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    ...


x = jax.random.normal(jax.random.key(0), (50, 3))
y = x @ jnp.array([1.0, -2.0, 3.0]) + 0.5
p = {"w": jnp.zeros(3), "b": jnp.zeros(())}
state = opt.init(p)
for i in range(100):
    p, state = step(p, state, x, y)
    log(i, loss=loss(p, x, y))

# %% solution: update, then apply
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    updates, state = opt.update(g, state, p)
    return optax.apply_updates(p, updates), state

# %% solution: added by hand
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, new = opt.update(g, state)
    return jax.tree.map(lambda a, d: a + d, p, u), new

# %% solution: other names, jitted later
from optax import adam, apply_updates

opt = adam(learning_rate=0.1)


def one_step(params, memory, inputs, targets):
    def cost(q):
        out = inputs @ q["w"] + q["b"]
        return jnp.mean(jnp.square(out - targets))

    change, new = opt.update(jax.grad(cost)(params), memory)
    return apply_updates(params, change), new


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

# %% wrong: params-as-state
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, p)
    return optax.apply_updates(p, u), state

# %% wrong: params-as-state
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, p, state)
    return optax.apply_updates(p, u), state

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

# %% wrong: fresh-state
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    state = opt.init(p)
    u, state = opt.update(g, state, p)
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

# %% wrong: not-applied
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return p, state

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

# %% wrong: own-step
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    p = jax.tree.map(lambda a, d: a - 0.1 * d, p, g)
    return p, state

# %% wrong: both-swapped
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return state, optax.apply_updates(p, u)

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

# %% wrong: no-return
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    p = optax.apply_updates(p, u)

# %% wrong: not-jitted
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    u, state = opt.update(g, state, p)
    return optax.apply_updates(p, u), state

# %% wrong: clinic/optimizer-args
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


@jax.jit
def step(p, state, x, y):
    g = jax.grad(loss)(p, x, y)
    updates = opt.update(g, state, p)
    return optax.apply_updates(p, updates), state

# %% wrong: not-jitted
import optax

opt = optax.adam(0.1)


def loss(p, x, y):
    return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)


gradient = jax.jit(jax.grad(loss))


def step(p, state, x, y):
    g = gradient(p, x, y)
    updates, state = opt.update(g, state, p)
    return optax.apply_updates(p, updates), state

# %% check
import jax
import optax

from tutor.checking import close, expect, need, on_error, unchanged

errors = [
    on_error("AttributeError", r"\b(mu|nu|count)\b", "params-as-state"),
    on_error("ValueError", r"number of updates and states", "params-as-state"),
]


def check(learner, reference, rng):
    step = learner.step
    for rows in (1, 7, 12):
        x, y = rng.mixed(rows, 3), rng.normal(rows)
        p = {"w": rng.normal(3), "b": rng.normal()}
        state, fresh = learner.opt.init(p), reference.opt.init(p)
        for turn in range(3):
            result = unchanged(step, p, state, x, y)
            right = reference.step(p, fresh, x, y)
            needs_pair(result, right)
            expect(result[0], right[0], tol=1e-3, inputs={"p": p},
                   mistakes=mistakes(reference, p, fresh, x, y))
            again = reference.step(p, reference.opt.init(p), x, y)
            expect(result[1], right[1], tol=1e-3,
                   mistakes={"state-lost": fresh, "fresh-state": again[1]})
            p, state, fresh = result[0], result[1], right[1]
    x, y = rng.normal(23, 3), rng.normal(23)
    need(learner.compiles(step, p, state, x, y) >= 1, "not-jitted")
    # Adam alone, left outside, is more than a dozen operations.
    outermost = learner.equations(step, p, state, x, y, top=True)
    need(outermost <= 6, "not-jitted")


def needs_pair(result, right):
    if isinstance(result, tuple) and len(result) == 2:
        need(not close(tuple(result)[::-1], right, 1e-3), "both-swapped")
    else:
        expect(result, right)


def mistakes(reference, p, state, x, y):
    """What comes out in place of the new parameters, by mistake."""
    grads = jax.grad(reference.loss)(p, x, y)
    u, _ = reference.opt.update(grads, state, p)
    first, _ = reference.opt.update(grads, reference.opt.init(p), p)
    minus = lambda a, d: a - d
    return {
        "updates-returned": u,
        "not-applied": p,
        "subtracted-again": jax.tree.map(minus, p, u),
        "grads-applied": optax.apply_updates(p, grads),
        "own-step": jax.tree.map(lambda a, d: a - 0.1 * d, p, grads),
        "fresh-state": optax.apply_updates(p, first),
    }
