# %% starter
import flax.linen as nn


def port(weight, bias):
    ...


W = jnp.arange(9.0).reshape(3, 3)
b = jnp.array([1.0, 2.0, 3.0])
x = jnp.array([1.0, 0.0, 0.0])
print(nn.Dense(3).apply(port(W, b), x))  # 1. 5. 9.

# %% solution
def port(weight, bias):
    return {"params": {"kernel": weight.T, "bias": bias}}

# %% solution: swapaxes
def port(weight, bias):
    kernel = jnp.swapaxes(weight, 0, 1)
    return {"params": dict(kernel=kernel, bias=bias)}

# %% solution: through init
from flax import linen


def port(weight, bias):
    out, n = weight.shape
    layer = linen.Dense(out)
    tree = layer.init(jax.random.key(0), jnp.ones((1, n)))
    tree["params"]["kernel"] = jnp.einsum("oi->io", weight)
    tree["params"]["bias"] = bias
    return tree

# %% wrong: not-transposed
def port(weight, bias):
    return {"params": {"kernel": weight, "bias": bias}}

# %% wrong: not-transposed
def port(weight, bias):
    out, n = weight.shape
    kernel = weight.reshape(n, out)
    return {"params": {"kernel": kernel, "bias": bias}}

# %% wrong: no-collection
def port(weight, bias):
    return {"kernel": weight.T, "bias": bias}

# %% wrong: torch-names
def port(weight, bias):
    return {"params": {"weight": weight.T, "bias": bias}}

# %% wrong: bias-lost
def port(weight, bias):
    zero = jnp.zeros_like(bias)
    return {"params": {"kernel": weight.T, "bias": zero}}

# %% wrong: only-square
def port(weight, bias):
    kernel = weight.T.reshape(3, 3)
    return {"params": {"kernel": kernel, "bias": bias}}

# %% wrong: no-bias
def port(weight, bias):
    return {"params": {"kernel": weight.T}}

# %% wrong: wrong-structure
def port(weight, bias):
    return weight.T, bias

# %% wrong: no-return
def port(weight, bias):
    variables = {"params": {"kernel": weight.T, "bias": bias}}

# %% probe
from collections.abc import Mapping

import flax.linen as nn


def port(weight, bias):
    """None for None, False for what Linen does not take for variables."""
    variables = learner.port(weight, bias)
    return None if variables is None else isinstance(variables, Mapping)


def apply(weight, bias, x):
    variables = learner.port(weight, bias)
    return nn.Dense(len(bias)).apply(variables, x)


# %% check
from tutor.checking import attempt, expect, need, on_error

errors = [
    on_error(("ApplyScopeInvalidVariablesTypeError", "ScopeCollectionNotFound"), r"", "no-collection"),
    on_error("ScopeParamNotFoundError", r'"kernel"', "torch-names"),
    on_error("ScopeParamNotFoundError", r'"bias"', "no-bias"),
]


def check(learner, reference, rng):
    for rows in (1, 4):
        w, b, x = rng.normal(3, 3), rng.normal(3), rng.normal(rows, 3)
        plain = x @ w.T
        form = learner.probe("port", w, b)
        need(form is not None, "no-return")
        need(form, "wrong-structure", needed='{"params": {...}}')
        expect(
            learner.probe("apply", w, b, x),
            plain + b,
            tol=1e-3,
            inputs={"weight": w},
            mistakes={"not-transposed": x @ w + b, "bias-lost": plain},
        )
    for out, n in ((2, 5), (6, 1)):
        w, b, x = rng.normal(out, n), rng.normal(out), rng.normal(3, n)
        got = attempt(learner.probe, "apply", w, b, x)
        need(got.error is None, "only-square")
        expect(got.value, x @ w.T + b, tol=1e-3, inputs={"weight": w})
