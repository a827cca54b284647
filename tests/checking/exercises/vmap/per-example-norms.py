# %% starter
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

def grad_norms(w, X, Y):
    ...
# %% solution
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(w, X, Y)
    return jnp.linalg.norm(g, axis=1)
# %% solution: plan 2
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

def grad_norms(w, X, Y):
    one = lambda x, y: jnp.linalg.norm(jax.grad(loss)(w, x, y))
    return jax.vmap(one)(X, Y)
# %% wrong: norm-of-mean
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

def grad_norms(w, X, Y):
    f = jax.vmap(loss, in_axes=(None, 0, 0))
    g = jax.grad(lambda w: f(w, X, Y).mean())(w)
    return jnp.linalg.norm(g)
# %% wrong: norm-over-all
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(w, X, Y)
    return jnp.linalg.norm(g)
# %% wrong: wrong-argument
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss, 1), (None, 0, 0))(w, X, Y)
    return jnp.linalg.norm(g, axis=1)
# %% solution: jacobian
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

def grad_norms(w, X, Y):
    losses = lambda v: jax.vmap(loss, (None, 0, 0))(v, X, Y)
    J = jax.jacobian(losses)(w)
    return jnp.sqrt(jnp.sum(J ** 2, axis=-1))
# %% solution: by hand
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

def grad_norms(w, X, Y):
    t = jnp.tanh(X @ w)
    c = 2 * (t - Y) * (1 - t ** 2)
    return jnp.abs(c) * jnp.linalg.norm(X, axis=1)
# %% solution: renamed, jitted
def per_sample(theta, features, target):
    return (jnp.tanh(features @ theta) - target) ** 2

one = jax.grad(per_sample)
def grad_norms(w, X, Y):
    gs = jax.vmap(lambda a, b: one(w, a, b))(X, Y)
    return jax.vmap(jnp.linalg.norm)(gs)
grad_norms = jax.jit(grad_norms)
# %% wrong: squared
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss), (None, 0, 0))(w, X, Y)
    return jnp.sum(g * g, axis=1)
# %% wrong: wrong-value
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss), (None, 0, 0))(w, X, Y)
    return jnp.abs(g).sum(axis=1)
# %% wrong: wrong-shape
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss), (None, 0, 0))(w, X, Y)
    return jnp.linalg.norm(g, axis=1, keepdims=True)
# %% wrong: python-loop
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

def grad_norms(w, X, Y):
    return jnp.stack([
        jnp.linalg.norm(jax.grad(loss)(w, x, y))
        for x, y in zip(X, Y)])
# %% wrong: wrong-argument
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss, argnums=2), (None, 0, 0))
    return jnp.abs(g(w, X, Y))
# %% check
import jax
import jax.numpy as jnp

from tutor.checking import close, expect, need, unchanged


def check(learner, reference, rng):
    for rows, columns in ((6, 3), (1, 4), (3, 5), (4, 4)):
        w, X, Y = rng.normal(columns), rng.mixed(rows, columns), rng.normal(rows)
        mapped = lambda k: jax.vmap(jax.grad(reference.loss, k), (None, 0, 0))(w, X, Y)
        g, gx, gy = mapped(0), mapped(1), mapped(2)
        result = unchanged(learner.grad_norms, w, X, Y)
        wrong = jnp.abs(gy) if close(result, jnp.abs(gy)) else jnp.linalg.norm(gx, axis=1)
        expect(result, jnp.linalg.norm(g, axis=1), tol=1e-3, inputs={"w": w}, mistakes={
            "norm-of-mean": lambda: jnp.linalg.norm(g.mean(0)),
            "norm-over-all": lambda: jnp.linalg.norm(g),
            "wrong-argument": wrong,
            "squared": lambda: jnp.sum(g * g, axis=1),
        })
    size = lambda n: learner.equations(
        learner.grad_norms, rng.normal(3), rng.normal(n, 3), rng.normal(n))
    need(size(4) == size(9), "python-loop")
