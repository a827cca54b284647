# %% starter
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    H = jnp.tanh(params["W"] @ X.T + params["b"])
    return params["v"] @ H


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% solution: examples in front
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    H = jnp.tanh(X @ params["W"].T + params["b"])
    return H @ params["v"]


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% solution: examples behind
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    b = params["b"][:, None]
    return params["v"] @ jnp.tanh(params["W"] @ X.T + b)


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% solution: einsum

def by_hand(p, batch):
    H = jnp.einsum("ij,nj->ni", p["W"], batch) + p["b"]
    return jnp.einsum("i,ni->n", p["v"], jnp.tanh(H))

# %% solution: broadcasting
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    H = (params["W"] * X[:, None, :]).sum(-1) + params["b"]
    return (jnp.tanh(H) * params["v"]).sum(axis=1)


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% solution: vmap
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    return jax.vmap(lambda x: predict(params, x))(X)


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% wrong: clinic/shape-mismatch
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    H = jnp.tanh(params["W"] @ X.T + params["b"])
    return params["v"] @ H


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% wrong: bias-across-examples
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    H = jnp.tanh(params["W"] @ X.T + params["b"])
    return params["v"] @ H

# %% wrong: bias-across-examples
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    b = params["b"][: X.shape[0]]
    H = jnp.tanh(params["W"] @ X.T + b)
    return params["v"] @ H


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% wrong: bias-dropped
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    H = jnp.tanh(X @ params["W"].T)
    return H @ params["v"]


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% wrong: bias-dropped
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    H = jnp.tanh(params["W"] @ X.T)
    return params["v"] @ H


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% wrong: bias-outside
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    H = jnp.tanh(X @ params["W"].T) + params["b"]
    return H @ params["v"]


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% wrong: examples-summed
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    H = jnp.tanh(X @ params["W"].T + params["b"])
    return params["v"] @ H

# %% wrong: examples-summed
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    H = jnp.tanh(X @ params["W"].T + params["b"])
    return H.sum(axis=0) * params["v"]


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% wrong: averaged
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    H = jnp.tanh(X @ params["W"].T + params["b"])
    return jnp.mean(H @ params["v"])


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% wrong: hidden-left
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    H = jnp.tanh(X @ params["W"].T + params["b"])
    return H * params["v"]


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% wrong: hidden-left
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    H = jnp.tanh(X @ params["W"].T + params["b"])
    return H


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% wrong: python-loop
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    return jnp.stack([predict(params, x) for x in X])


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% wrong: python-loop
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    out = jnp.zeros(X.shape[0])
    for i in range(X.shape[0]):
        out = out.at[i].set(predict(params, X[i]))
    return out


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(by_hand(params, X))

# %% wrong: compiled-loop
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


def by_hand(params, X):
    return jax.lax.map(lambda x: predict(params, x), X)

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


def network(rng, units, features):
    return {
        "W": rng.normal(units, features),
        "b": rng.normal(units) + 1,
        "v": rng.normal(units),
    }


def mistakes(p, X):
    W, b, v = p["W"], p["b"], p["v"]
    H = jnp.tanh(X @ W.T + b)
    good = H @ v
    yield {
        "bias-across-examples": lambda: (
            v @ jnp.tanh(W @ X.T + b[: X.shape[0]])
        ),
        "bias-dropped": jnp.tanh(X @ W.T) @ v,
        "bias-outside": (jnp.tanh(X @ W.T) + b) @ v,
        "examples-summed": lambda: v @ H,
        "averaged": good.mean(),
        "hidden-left": H,
    }
    yield {
        "examples-summed": H.sum(axis=0) * v,
        "averaged": good.sum(),
        "hidden-left": H * v,
    }


def check(learner, reference, rng):
    # A wrong axis goes unnoticed where two sizes are equal.
    for units, features, rows in (
        (8, 3, 8),
        (8, 3, 5),
        (4, 6, 1),
        (5, 2, 11),
        (3, 3, 3),
    ):
        p, X = (
            network(rng, units, features),
            rng.normal(rows, features),
        )
        right = reference.by_hand(p, X)
        result = unchanged(learner.by_hand, p, X)
        # The one row of a batch is also its mean.
        if rows > 1 and not close(result, right):
            for mistaken in mistakes(p, X):
                reject(result, mistaken)
        expect(result, right, inputs={"params": p, "X": X})
    p = network(rng, 6, 4)
    few = learner.equations(
        learner.by_hand, p, rng.normal(4, 4)
    )
    many = learner.equations(
        learner.by_hand, p, rng.normal(32, 4)
    )
    need(
        few == many,
        "python-loop",
        f"len(jaxpr.eqns) = {few}, {many}",
        f"{few}, {few}",
    )
    used = learner.primitives(
        learner.by_hand, p, rng.normal(4, 4)
    )
    loops = used["scan"] + used["while"]
    need(loops == 0, "compiled-loop", loops, 0)
