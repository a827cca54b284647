# %% starter
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    ...


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% solution: vmap of grad, then the norm
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss), (None, 0, 0))(w, X, Y)
    return jnp.linalg.norm(g, axis=1)


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% solution: all of it for one example
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    def one(x, y):
        return jnp.linalg.norm(jax.grad(loss)(w, x, y))

    return jax.vmap(one)(X, Y)


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% solution: the Jacobian of all losses
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    def losses(w):
        return jax.vmap(loss, (None, 0, 0))(w, X, Y)

    return jnp.sqrt((jax.jacrev(losses)(w) ** 2).sum(-1))


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% solution: derived on paper
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    out = jnp.tanh(X @ w)
    slope = 2 * (out - Y) * (1 - out ** 2)
    return jnp.abs(slope) * jnp.linalg.norm(X, axis=1)


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% wrong: norm-of-mean
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    f = jax.vmap(loss, in_axes=(None, 0, 0))
    g = jax.grad(lambda w: f(w, X, Y).mean())(w)
    return jnp.linalg.norm(g)


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% wrong: norm-of-mean
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    def total(w):
        return ((jnp.tanh(X @ w) - Y) ** 2).sum()

    return jnp.linalg.norm(jax.grad(total)(w))


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% wrong: norm-over-all
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss), (None, 0, 0))(w, X, Y)
    return jnp.linalg.norm(g)


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% wrong: norm-over-examples
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss), (None, 0, 0))(w, X, Y)
    return jnp.linalg.norm(g, axis=0)


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% wrong: wrong-argument
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    grad = jax.grad(loss, argnums=1)
    g = jax.vmap(grad, (None, 0, 0))(w, X, Y)
    return jnp.linalg.norm(g, axis=1)


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% wrong: gradients-returned
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss), (None, 0, 0))(w, X, Y)
    return g


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% wrong: losses-returned
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    return jax.vmap(loss, (None, 0, 0))(w, X, Y)


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% wrong: not-rooted
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss), (None, 0, 0))(w, X, Y)
    return (g ** 2).sum(axis=1)


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% wrong: python-loop
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    norms = []
    for x, y in zip(X, Y):
        g = jax.grad(loss)(w, x, y)
        norms.append(jnp.linalg.norm(g))
    return jnp.stack(norms)


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% wrong: compiled-loop
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    def one(xy):
        return jnp.linalg.norm(jax.grad(loss)(w, *xy))

    return jax.lax.map(one, (X, Y))


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% wrong: wrong-value
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss), (None, 0, 0))(w, X, Y)
    return jnp.abs(g).sum(axis=1)


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% wrong: wrong-value
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def grad_norms(w, X, Y):
    g = jax.vmap(jax.grad(loss), (None, 0, 0))(w, X, Y)
    return jnp.linalg.norm(g / len(X), axis=1)


w = jnp.array([0.5, -1.0])
X = jnp.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
Y = jnp.array([0.0, 1.0, 0.0])
print(grad_norms(w, X, Y))

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import (
    close,
    expect,
    need,
    reject,
    unchanged,
)


def check(learner, reference, rng):
    for rows, features in ((6, 3), (1, 4), (5, 2), (9, 1)):
        w = rng.normal(features, scale=0.7)
        X = rng.normal(rows, features).at[-1].set(0.0)
        X = X.at[0].set(rng.normal(features))
        Y = rng.normal(rows)
        right = reference.grad_norms(w, X, Y)
        result = unchanged(learner.grad_norms, w, X, Y)
        if not close(result, right, 1e-3):

            def each(argument):
                one = jax.grad(reference.loss, argument)
                return jax.vmap(one, (None, 0, 0))(w, X, Y)

            g, norm = each(0), jnp.linalg.norm
            losses = jax.vmap(reference.loss, (None, 0, 0))
            reject(
                result,
                {
                    "norm-of-mean": norm(g.mean(axis=0)),
                    "norm-over-all": norm(g),
                    "norm-over-examples": norm(g, axis=0),
                    "wrong-argument": norm(each(1), axis=1),
                    "gradients-returned": g,
                    "losses-returned": losses(w, X, Y),
                    "not-rooted": right**2,
                },
            )
            reject(
                result,
                {"norm-of-mean": norm(g.sum(axis=0))},
            )
        expect(
            result,
            right,
            tol=1e-3,
            inputs={"w": w, "X": X, "Y": Y},
        )

    def arguments(rows):
        return (
            rng.normal(3),
            rng.normal(rows, 3),
            rng.normal(rows),
        )

    f = learner.grad_norms
    few = learner.equations(f, *arguments(4))
    many = learner.equations(f, *arguments(32))
    need(
        few == many,
        "python-loop",
        f"len(jaxpr.eqns) = {few}, {many}",
        f"{few}, {few}",
    )
    used = learner.primitives(f, *arguments(4))
    loops = used["scan"] + used["while"]
    need(
        loops == 0,
        "compiled-loop",
        f"scan, while: {loops}",
        "0",
    )
