# %% starter
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    ...


print(run(0.5))

# %% solution: value_and_grad
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    (l, p), g = jax.value_and_grad(loss, has_aux=True)(w)
    return l, p, g


print(run(0.5))

# %% solution: vjp
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    l, pullback, p = jax.vjp(loss, w, has_aux=True)
    return l, p, pullback(jnp.ones_like(l))[0]

# %% solution: compiled outside
x = jnp.arange(4.0)


def model(w):
    return jnp.sin(w * x)


def loss(w):
    p = model(w)
    return jnp.mean((p - 1.0) ** 2), p


both = jax.jit(jax.value_and_grad(loss, has_aux=True))


def run(weight):
    (value, aux), gradient = both(weight)
    return value, aux, gradient

# %% solution: the loss from the predictions
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    g, p = jax.grad(loss, has_aux=True)(w)
    return jnp.mean((p - 1.0) ** 2), p, g

# %% wrong: aux-not-declared
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    (l, p), g = jax.value_and_grad(loss)(w)
    return l, p, g

# %% wrong: aux-not-declared
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    l, p = loss(w)
    g = jax.grad(loss)(w)
    return l, p, g

# %% wrong: two-passes
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    g = jax.grad(lambda v: loss(v)[0])(w)
    l, p = loss(w)
    return l, p, g

# %% wrong: two-passes
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    (l, _), g = jax.value_and_grad(loss, has_aux=True)(w)
    return l, predict(w), g

# %% wrong: two-passes
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


@jax.jit
def run(w):
    g, p = jax.grad(loss, has_aux=True)(w)
    return loss(w)[0], p, g

# %% wrong: nested
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    return jax.value_and_grad(loss, has_aux=True)(w)

# %% wrong: swapped
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    (l, p), g = jax.value_and_grad(loss, has_aux=True)(w)
    return l, g, p

# %% wrong: gradient-missing
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    return loss(w)

# %% wrong: not-the-gradient
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    l, p = loss(w)
    return l, p, (p - 1.0).mean()

# %% probe
def calls_of_predict(w):
    with spy("predict") as calls:
        learner.run(w)
    return len(calls)


# %% check
from itertools import permutations

from tutor.checking import attempt, close, expect, need, on_error, reject, unchanged

errors = [on_error("TypeError", r"scalar-output", "aux-not-declared")]


def check(learner, reference, rng):
    for w in (rng.number(0.3, 1.0), rng.number(-1.0, -0.3), 0.0, rng.number(1.5, 2.5)):
        got = unchanged(learner.run, w)
        right = reference.run(w)
        compare(got, right, {"w": w})
    # The model is the one place where a sine is computed: count it in what `run` records.
    recorded = attempt(learner.primitives, learner.run, 0.7)
    # What cannot be recorded, since it makes Python numbers of its results, is watched while it runs.
    if recorded.error is None:
        passes = recorded.value["sin"]
    else:
        passes = learner.probe("calls_of_predict", 0.7) if "predict" in learner else 1
    need(passes <= 1, "two-passes", observed=passes, needed=1)


def compare(got, right, inputs):
    loss, predictions, gradient = right
    if not close(got, right, tol=1e-3):
        reject(got, {"nested": ((loss, predictions), gradient)}, tol=1e-3)
        reject(got, {"gradient-missing": (loss, predictions)}, tol=1e-3)
        for order in permutations(right):
            reject(got, {"swapped": order}, tol=1e-3)
    if isinstance(got, tuple | list) and len(got) == 3:
        expect(got[0], loss, tol=1e-3, inputs=inputs)
        expect(got[1], predictions, tol=1e-3, inputs=inputs)
        expect(got[2], gradient, "not-the-gradient", tol=1e-3, inputs=inputs)
    else:
        expect(got, right, tol=1e-3, inputs=inputs)
