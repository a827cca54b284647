# %% starter
import optax

opt = optax.sgd(0.1)

# %% solution
import optax

opt = optax.sgd(0.1)


def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return params, state

# %% solution: the step first
import optax

opt = optax.sgd(0.1)


def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return params, state
def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)

# %% distractors
    grads = params.grad
    params = opt.update(grads, params)

# %% wrong: grad-attribute
import optax

opt = optax.sgd(0.1)


def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = params.grad
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return params, state

# %% wrong: clinic/optimizer-args
import optax

opt = optax.sgd(0.1)


def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    params = opt.update(grads, params)
    return params, state

# %% wrong: not-moved
import optax

opt = optax.sgd(0.1)


def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    return params, state

# %% wrong: too-late
import optax

opt = optax.sgd(0.1)


def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    params = optax.apply_updates(params, upd)
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    return params, state

# %% wrong: wrong-structure
import optax

opt = optax.sgd(0.1)


def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)
def train_step(params, state, x, y):
    grads = jax.grad(loss)(params, x, y)
    upd, state = opt.update(grads, state, params)
    params = optax.apply_updates(params, upd)
    return params, upd

# %% check
import jax

from tutor.checking import expect, on_error, reject, unchanged

errors = [
    on_error("AttributeError", r"'grad'", "grad-attribute"),
    on_error("NameError", r"", "too-late"),
]


def check(learner, reference, rng):
    for n in (1, 5, 8):
        params, x, y = rng.normal(3), rng.normal(n, 3), rng.normal(n)
        grads = jax.grad(reference.loss)(params, x, y)
        state = learner.opt.init(params)
        got = unchanged(learner.train_step, params, state, x, y)
        reject(got, {"update-as-params": ((-0.1 * grads, state), state)})
        expect(
            got,
            (params - 0.1 * grads, state),
            tol=1e-3,
            inputs={"params": params},
            mistakes={"not-moved": (params, state), "update-as-params": (-0.1 * grads, state)},
        )
        expect(learner.loss(params, x, y), reference.loss(params, x, y), inputs={"params": params})
