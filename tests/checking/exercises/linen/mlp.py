# %% starter
import flax.linen as nn
class MLP(nn.Module):
    ...
# %% solution
import flax.linen as nn
class MLP(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(16)(x))
        x = nn.relu(nn.Dense(16)(x))
        return nn.Dense(1)(x)
# %% solution: plan 2
import flax.linen as nn
class MLP(nn.Module):
    def setup(self):
        self.hid = [nn.Dense(16), nn.Dense(16)]
        self.out = nn.Dense(1)
    def __call__(self, x):
        for h in self.hid:
            x = jax.nn.relu(h(x))
        return self.out(x)
# %% wrong: no-activation
import flax.linen as nn
class MLP(nn.Module):
    @nn.compact
    def __call__(self, x):
        for n in (16, 16, 1):
            x = nn.Dense(n)(x)
        return x
# %% wrong: relu-on-output
import flax.linen as nn
class MLP(nn.Module):
    @nn.compact
    def __call__(self, x):
        for n in (16, 16, 1):
            x = nn.relu(nn.Dense(n)(x))
        return x
# %% wrong: compact-forgotten
import flax.linen as nn
class MLP(nn.Module):
    def __call__(self, x):
        x = nn.relu(nn.Dense(16)(x))
        x = nn.relu(nn.Dense(16)(x))
        return nn.Dense(1)(x)
# %% wrong: layer-count
import flax.linen as nn
class MLP(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(16)(x))
        return nn.Dense(1)(x)
# %% solution: ordinary names
import flax.linen as nn
class MLP(nn.Module):
    def setup(self):
        self.layer1 = nn.Dense(16)
        self.layer2 = nn.Dense(16)
        self.layer3 = nn.Dense(1)
    def __call__(self, x):
        x = nn.relu(self.layer1(x))
        x = nn.relu(self.layer2(x))
        return self.layer3(x)
# %% solution: jnp.maximum, named layers
from flax import linen as nn
class MLP(nn.Module):
    hidden: int = 16
    @nn.compact
    def __call__(self, x):
        for i in range(2):
            x = nn.Dense(self.hidden, name=f"h{i}")(x)
            x = jnp.maximum(x, 0)
        return nn.Dense(features=1, name="last")(x)
# %% solution: Sequential
import flax.linen as nn
class MLP(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Sequential([
            nn.Dense(16), nn.relu, nn.Dense(16), nn.relu,
            nn.Dense(1)])(x)
# %% wrong: other-activation
import flax.linen as nn
class MLP(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.tanh(nn.Dense(16)(x))
        x = nn.tanh(nn.Dense(16)(x))
        return nn.Dense(1)(x)
# %% wrong: other-activation
import flax.linen as nn
class MLP(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(16)(x))
        x = nn.Dense(16)(x)
        return nn.Dense(1)(x)
# %% wrong: layer-count
import flax.linen as nn
class MLP(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(16, use_bias=False)(x))
        x = nn.relu(nn.Dense(16, use_bias=False)(x))
        return nn.Dense(1, use_bias=False)(x)
# %% wrong: layer-count
import flax.linen as nn
class MLP(nn.Module):
    @nn.compact
    def __call__(self, x):
        for n in (16, 16, 16):
            x = nn.relu(nn.Dense(n)(x))
        return nn.Dense(1)(x)
# %% wrong: wrong-shape
import flax.linen as nn
class MLP(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(16)(x))
        x = nn.relu(nn.Dense(16)(x))
        return nn.Dense(1)(x)[..., 0]
# %% check
import jax
import numpy as np

from tutor.checking import expect, need, on_error

errors = [
    on_error("AssignSubModuleError", "", "compact-forgotten"),
]


def forward(layers, x, hidden, last):
    for i, (kernel, bias) in enumerate(layers):
        x = x @ kernel + bias
        x = last(x) if i == len(layers) - 1 else hidden(x)
    return x


def check(learner, reference, rng):
    model = learner.MLP()
    relu, same = (lambda v: np.maximum(v, 0)), (lambda v: v)
    for rows in (1, 9):
        x = rng.mixed(rows, 2)
        variables = model.init(rng.key(), x)
        shapes = [leaf.shape for leaf in jax.tree.leaves(variables)]
        need(sorted(shapes) == sorted([(2, 16), (16,), (16, 16), (16,), (16, 1), (1,)]),
             "layer-count", str(sorted(shapes)))
        # Weights of our own, so that nothing depends on the first ones or on names.
        variables = rng.like(variables)
        dense = jax.tree.leaves(
            variables, is_leaf=lambda t: isinstance(t, dict) and "kernel" in t)
        by_shape = {part["kernel"].shape: part for part in dense}
        layers = [(np.asarray(by_shape[s]["kernel"]), np.asarray(by_shape[s]["bias"]))
                  for s in ((2, 16), (16, 16), (16, 1))]
        result = model.apply(variables, x)
        a = np.asarray(x)
        expect(result, forward(layers, a, relu, same), "other-activation", tol=1e-3, mistakes={
            "no-activation": lambda: forward(layers, a, same, same),
            "relu-on-output": lambda: forward(layers, a, relu, relu),
        })
