# %% starter
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))
print(predict(params, X[0]))

batched = ...

# %% solution: in_axes
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))

batched = jax.vmap(predict, in_axes=(None, 0))
print(batched(params, X))

# %% solution: a function of one row
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))


def batched(params, X):
    return jax.vmap(lambda x: predict(params, x))(X)


print(batched(params, X))

# %% solution: jitted, partly by name
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))


@jax.jit
def batched(params, X):
    axes = ({"W": None, "b": None, "v": None}, 0)
    return jax.vmap(predict, axes)(params, X)


print(batched(params, X))

# %% solution: by hand
def batched(p, X):
    return jnp.tanh(X @ p["W"].T + p["b"]) @ p["v"]

# %% solution: vectorize
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))


def batched(params, X):
    one = jnp.vectorize(
        lambda x: predict(params, x), signature="(n)->()"
    )
    return one(X)


print(batched(params, X))

# %% wrong: params-batched
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


batched = jax.vmap(predict)

# %% wrong: params-batched
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))

batched = jax.jit(jax.vmap(predict, in_axes=(0, 0)))
print(batched(params, X))

# %% wrong: not-batched
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


batched = predict

# %% wrong: not-batched
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h



def batched(params, X):
    return predict(params, X)

# %% wrong: wrong-axis
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


batched = jax.vmap(predict, in_axes=(None, 1))

# %% wrong: wrong-axis
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h



def batched(p, X):
    return jax.vmap(lambda x: predict(p, x), in_axes=-1)(X)

# %% wrong: python-loop
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))


def batched(params, X):
    return jnp.stack([predict(params, x) for x in X])


print(batched(params, X))

# %% wrong: python-loop
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))


@jax.jit
def batched(params, X):
    results = []
    for i in range(len(X)):
        results.append(predict(params, X[i]))
    return jnp.array(results)


print(batched(params, X))

# %% wrong: compiled-loop
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))


def batched(params, X):
    return jax.lax.map(lambda x: predict(params, x), X)


print(batched(params, X))

# %% wrong: compiled-loop
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))


def batched(params, X):
    def put(i, out):
        return out.at[i].set(predict(params, X[i]))

    out = jnp.zeros(X.shape[0])
    return jax.lax.fori_loop(0, X.shape[0], put, out)


print(batched(params, X))

# %% wrong: clinic/shape-mismatch
def batched(p, X):
    return jnp.tanh(X @ p["W"] + p["b"]) @ p["v"]

# %% wrong: clinic/shape-mismatch
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


batched = jax.vmap(predict, in_axes=(0, None))

# %% wrong: bias-dropped
def batched(p, X):
    return jnp.tanh(X @ p["W"].T) @ p["v"]

# %% wrong: averaged
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))


def batched(params, X):
    return jax.vmap(predict, (None, 0))(params, X).mean()


print(batched(params, X))

# %% wrong: wrong-shape
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))


def batched(params, X):
    return jax.vmap(predict, (None, 0))(params, X)[:, None]


print(batched(params, X))

# %% wrong: wrong-shape
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))


def batched(params, X):
    rows = [0, 1, 2, 3, 4]
    return jax.vmap(lambda i: predict(params, X[i]))(
        jnp.array(rows))


print(batched(params, X))

# %% wrong: hole-left
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h


params = {
    "W": jnp.full((8, 3), 0.5),
    "b": jnp.arange(8.0),
    "v": jnp.ones(8),
}
X = jnp.ones((5, 3))

batched = ...

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import attempt, close, expect, need
from tutor.checking import on_error, reject, unchanged

errors = [
    on_error(
        "ValueError",
        r"inconsistent sizes",
        "params-batched",
    ),
]


def network(rng, units, features):
    return {
        "W": rng.normal(units, features),
        "b": rng.normal(units) + 1,
        "v": rng.normal(units),
    }


def check(learner, reference, rng):
    # With all sizes equal a misplaced axis raises nothing,
    # and what comes out tells which mistake it was.
    p, X = network(rng, 3, 3), rng.normal(3, 3)
    tried = attempt(learner.batched, p, X)
    if tried.error is None:
        reject(
            tried.value,
            {
                "not-batched": lambda: reference.predict(
                    p, X
                ),
                "wrong-axis": lambda: reference.batched(
                    p, X.T
                ),
            },
        )
    for units, features, rows in (
        (8, 3, 5),
        (4, 6, 1),
        (5, 2, 11),
    ):
        p, X = (
            network(rng, units, features),
            rng.normal(rows, features),
        )
        right = reference.batched(p, X)
        result = unchanged(learner.batched, p, X)
        # The one row of a batch is also its mean.
        if rows > 1 and not close(result, right):
            unbiased = {**p, "b": 0 * p["b"]}
            reject(
                result,
                {
                    "bias-dropped": lambda: (
                        reference.batched(unbiased, X)
                    ),
                    "averaged": right.mean(),
                },
            )
            reject(result, {"averaged": right.sum()})
        expect(result, right, inputs={"params": p, "X": X})
    p = network(rng, 6, 4)
    few = learner.equations(
        learner.batched, p, rng.normal(4, 4)
    )
    many = learner.equations(
        learner.batched, p, rng.normal(32, 4)
    )
    need(
        few == many,
        "python-loop",
        f"len(jaxpr.eqns) = {few}, {many}",
        f"{few}, {few}",
    )
    used = learner.primitives(
        learner.batched, p, rng.normal(4, 4)
    )
    loops = used["scan"] + used["while"]
    need(
        loops == 0,
        "compiled-loop",
        f"scan, while: {loops}",
        "0",
    )
