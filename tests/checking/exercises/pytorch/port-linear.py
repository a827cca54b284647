# %% starter
import flax.linen as nn
W = jnp.arange(9.0).reshape(3, 3)  # torch weight (out, in)
b = jnp.array([1.0, 2.0, 3.0])
layer = nn.Dense(3)
variables = ...
# %% solution
import flax.linen as nn
W = jnp.arange(9.0).reshape(3, 3)  # torch weight (out, in)
b = jnp.array([1.0, 2.0, 3.0])
layer = nn.Dense(3)
variables = {"params": {"kernel": W.T, "bias": b}}
# %% solution: plan 2
import flax.linen as nn
W = jnp.arange(9.0).reshape(3, 3)  # torch weight (out, in)
b = jnp.array([1.0, 2.0, 3.0])
layer = nn.Dense(3)
variables = {"params": dict(kernel=jnp.swapaxes(W, 0, 1), bias=b)}
# %% wrong: not-transposed
import flax.linen as nn
W = jnp.arange(9.0).reshape(3, 3)  # torch weight (out, in)
b = jnp.array([1.0, 2.0, 3.0])
layer = nn.Dense(3)
variables = {"params": {"kernel": W, "bias": b}}
# %% wrong: no-collection
import flax.linen as nn
W = jnp.arange(9.0).reshape(3, 3)  # torch weight (out, in)
b = jnp.array([1.0, 2.0, 3.0])
layer = nn.Dense(3)
variables = {"kernel": W.T, "bias": b}
# %% wrong: torch-names
import flax.linen as nn
W = jnp.arange(9.0).reshape(3, 3)  # torch weight (out, in)
b = jnp.array([1.0, 2.0, 3.0])
layer = nn.Dense(3)
variables = {"params": {"weight": W.T, "bias": b}}
# %% solution: unfrozen, in two steps
import flax.linen as nn
W = jnp.arange(9.0).reshape(3, 3)
b = jnp.array([1.0, 2.0, 3.0])
layer = nn.Dense(3)
params = {"bias": b}
params["kernel"] = jnp.einsum("oi->io", W)
variables = {"params": params}
# %% solution: through init
from flax import linen
W = jnp.arange(9.0).reshape(3, 3)
b = jnp.array([1.0, 2.0, 3.0])
layer = linen.Dense(3)
variables = layer.init(jax.random.key(0), jnp.ones((1, 3)))
variables["params"]["kernel"] = W.T
variables["params"]["bias"] = b
# %% wrong: wrong-value
import flax.linen as nn
W = jnp.arange(9.0).reshape(3, 3)
b = jnp.array([1.0, 2.0, 3.0])
layer = nn.Dense(3)
variables = {"params": {"kernel": W.T, "bias": 0 * b}}
# %% wrong: wrong-value
import flax.linen as nn
W = jnp.arange(9.0).reshape(3, 3)
b = jnp.array([1.0, 2.0, 3.0])
layer = nn.Dense(3, use_bias=False)
variables = {"params": {"kernel": W.T, "bias": b}}
# %% check
import jax.numpy as jnp

from tutor.checking import expect, on_error

errors = [
    on_error(("ApplyScopeInvalidVariablesTypeError", "ScopeCollectionNotFound"), "",
             "no-collection"),
    on_error("ScopeParamNotFoundError", "", "torch-names"),
]


def check(learner, reference, rng):
    W, b = jnp.arange(9.0).reshape(3, 3), jnp.array([1.0, 2.0, 3.0])
    for rows in (1, 4):
        x = rng.mixed(rows, 3)
        result = learner.layer.apply(learner.variables, x)
        expect(result, x @ W.T + b, inputs={"x": x}, mistakes={"not-transposed": x @ W + b})
