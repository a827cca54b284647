# %% starter
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    ...


model = MLP(hidden=16)
x = jnp.ones((5, 2))
variables = model.init(jax.random.key(0), x)
print(jax.tree.map(jnp.shape, variables))
print(model.apply(variables, x))

# %% solution: layers made in the call
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.relu(nn.Dense(self.hidden)(x))
        return nn.Dense(1)(x)

# %% solution: layers made in setup
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    def setup(self):
        self.layer1 = nn.Dense(self.hidden)
        self.layer2 = nn.Dense(self.hidden)
        self.layer3 = nn.Dense(1)

    def __call__(self, x):
        x = nn.relu(self.layer1(x))
        x = nn.relu(self.layer2(x))
        return self.layer3(x)

# %% solution: a list of layers
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    def setup(self):
        n = self.hidden
        self.inner = [nn.Dense(n), nn.Dense(n)]
        self.out = nn.Dense(1)

    def __call__(self, x):
        for layer in self.inner:
            x = jax.nn.relu(layer(x))
        return self.out(x)

# %% solution: a loop, and names
from flax import linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, inputs):
        h = inputs
        for i in range(2):
            h = nn.Dense(self.hidden, name=f"layer{i}")(h)
            h = jnp.maximum(h, 0)
        return nn.Dense(features=1, name="last")(h)

# %% solution: Sequential
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        layers = [
            nn.Dense(self.hidden),
            nn.relu,
            nn.Dense(self.hidden),
            nn.relu,
            nn.Dense(1),
        ]
        return nn.Sequential(layers)(x)

# %% solution: parameters by hand
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        n = self.hidden
        sizes = [x.shape[-1], n, n, 1]
        normal = nn.initializers.normal(0.3)
        zeros = nn.initializers.zeros
        for i in range(3):
            shape = (sizes[i], sizes[i + 1])
            w = self.param(f"w{i}", normal, shape)
            b = self.param(f"b{i}", zeros, shape[1:])
            x = x @ w + b
            if i < 2:
                x = nn.relu(x)
        return x

# %% wrong: no-activation
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        for n in (self.hidden, self.hidden, 1):
            x = nn.Dense(n)(x)
        return x

# %% wrong: relu-on-output
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        for n in (self.hidden, self.hidden, 1):
            x = nn.relu(nn.Dense(n)(x))
        return x

# %% wrong: one-activation
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.Dense(self.hidden)(x)
        return nn.Dense(1)(x)

# %% wrong: one-activation
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        x = nn.Dense(self.hidden)(x)
        x = nn.relu(nn.Dense(self.hidden)(x))
        return nn.Dense(1)(x)

# %% wrong: other-activation
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        x = nn.tanh(nn.Dense(self.hidden)(x))
        x = nn.tanh(nn.Dense(self.hidden)(x))
        return nn.Dense(1)(x)

# %% wrong: other-activation
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        x = nn.sigmoid(nn.Dense(self.hidden)(x))
        x = nn.sigmoid(nn.Dense(self.hidden)(x))
        return nn.Dense(1)(x)

# %% wrong: layer-count
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(self.hidden)(x))
        return nn.Dense(1)(x)

# %% wrong: layer-count
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        for n in (self.hidden, self.hidden, self.hidden):
            x = nn.relu(nn.Dense(n)(x))
        return nn.Dense(1)(x)

# %% wrong: clinic/flax-variables
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    def setup(self):
        self.inner = nn.Dense(self.hidden)
        self.out = nn.Dense(1)

    def __call__(self, x):
        x = nn.relu(self.inner(x))
        x = nn.relu(self.inner(x))
        return self.out(x)

# %% wrong: fixed-width
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(16)(x))
        x = nn.relu(nn.Dense(16)(x))
        return nn.Dense(1)(x)

# %% wrong: no-bias
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(self.hidden, use_bias=False)(x))
        x = nn.relu(nn.Dense(self.hidden, use_bias=False)(x))
        return nn.Dense(1, use_bias=False)(x)

# %% wrong: wrong-shape
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.relu(nn.Dense(self.hidden)(x))
        return nn.Dense(1)(x)[..., 0]

# %% wrong: clinic/flax-module-structure
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    def __call__(self, x):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.relu(nn.Dense(self.hidden)(x))
        return nn.Dense(1)(x)

# %% wrong: own-init
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    def __init__(self, hidden):
        self.hidden = hidden
        self.first = nn.Dense(hidden)
        self.second = nn.Dense(hidden)
        self.last = nn.Dense(1)

    def __call__(self, x):
        x = nn.relu(self.first(x))
        x = nn.relu(self.second(x))
        return self.last(x)

# %% wrong: no-return
import flax.linen as nn


class MLP(nn.Module):
    hidden: int

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(self.hidden)(x))
        x = nn.relu(nn.Dense(self.hidden)(x))
        nn.Dense(1)(x)

# %% check
import jax
import numpy as np

from tutor.checking import close, expect, need, on_error, reject, unchanged

errors = [on_error("IncorrectPostInitOverrideError", "", "own-init")]


def same(v):
    return v


def relu(v):
    return np.maximum(v, 0)


def sigmoid(v):
    return 1 / (1 + np.exp(-v))


def shapes_of(tree):
    return sorted(leaf.shape for leaf in jax.tree.leaves(tree))


def model_of(learner, rng, width, hidden):
    """The learner's model, and its variables, which have the shapes of the three layers."""
    model = learner.MLP(hidden=hidden)
    variables = model.init(rng.key(), rng.normal(2, width))
    kernels = [(width, hidden), (hidden, hidden), (hidden, 1)]
    shapes, right = shapes_of(variables), sorted([*kernels, (hidden,), (hidden,), (1,)])
    if shapes != right:
        wider = learner.MLP(hidden=hidden + 3).init(rng.key(), rng.normal(2, width))
        need(shapes != shapes_of(wider), "fixed-width", str(shapes), str(right))
        need(shapes != sorted(kernels), "no-bias", str(shapes), str(right))
        need(False, "layer-count", str(shapes), str(right))
    return model, variables


def check(learner, reference, rng):
    for rows, width, hidden in ((9, 3, 8), (1, 2, 5), (6, 4, 16)):
        model, variables = model_of(learner, rng, width, hidden)
        # Weights of our own, known by their shapes: names and first values are the learner's.
        weights = {shape: rng.normal(*shape) for shape in set(shapes_of(variables))}
        variables = jax.tree.map(lambda leaf, by=weights: by[leaf.shape], variables)
        x = rng.mixed(rows, width)

        def net(first, second, last=same, x=x, by=weights, sizes=(width, hidden)):
            a = first(np.asarray(x) @ by[sizes] + by[sizes[1:]])
            a = second(a @ by[sizes[1], sizes[1]] + by[sizes[1:]])
            return last(a @ by[sizes[1], 1] + by[1,])

        result, right = unchanged(model.apply, variables, x), net(relu, relu)
        if not close(result, right, 1e-3):
            reject(result, {
                "no-activation": net(same, same),
                "relu-on-output": net(relu, relu, relu),
                "one-activation": net(relu, same),
                "other-activation": net(np.tanh, np.tanh),
            })
            reject(result, {
                "one-activation": net(same, relu),
                "other-activation": net(sigmoid, sigmoid),
            })
        expect(result, right, tol=1e-3, inputs={"x": x})
