# %% starter
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        ...

    def __call__(self, x):
        ...


model = MLP(2, 16, nnx.Rngs(0))
print(model(jnp.ones((5, 2))))

# %% solution: three attributes
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.first = nnx.Linear(width, hidden, rngs=rngs)
        self.second = nnx.Linear(hidden, hidden, rngs=rngs)
        self.last = nnx.Linear(hidden, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.first(x))
        x = nnx.relu(self.second(x))
        return self.last(x)

# %% solution: Sequential
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.net = nnx.Sequential(
            nnx.Linear(width, hidden, rngs=rngs),
            jax.nn.relu,
            nnx.Linear(hidden, hidden, rngs=rngs),
            jax.nn.relu,
            nnx.Linear(hidden, 1, rngs=rngs),
        )

    def __call__(self, x):
        return self.net(x)

# %% solution: a list
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        sizes = [width, hidden, hidden, 1]
        self.layers = nnx.List()
        for n, m in zip(sizes, sizes[1:]):
            self.layers.append(nnx.Linear(n, m, rngs=rngs))

    def __call__(self, x):
        for layer in self.layers[:-1]:
            x = jnp.maximum(layer(x), 0)
        return self.layers[-1](x)

# %% solution: parameters by hand
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        def kernel(n, m):
            w = jax.random.normal(rngs.params(), (n, m))
            return nnx.Param(w / jnp.sqrt(n))

        self.w0 = kernel(width, hidden)
        self.w1 = kernel(hidden, hidden)
        self.w2 = kernel(hidden, 1)
        self.b0 = nnx.Param(jnp.zeros(hidden))
        self.b1 = nnx.Param(jnp.zeros(hidden))
        self.b2 = nnx.Param(jnp.zeros(1))

    def __call__(self, x):
        x = nnx.relu(x @ self.w0[...] + self.b0[...])
        x = nnx.relu(x @ self.w1[...] + self.b1[...])
        return x @ self.w2[...] + self.b2[...]

# %% wrong: no-activation
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.first = nnx.Linear(width, hidden, rngs=rngs)
        self.second = nnx.Linear(hidden, hidden, rngs=rngs)
        self.last = nnx.Linear(hidden, 1, rngs=rngs)

    def __call__(self, x):
        return self.last(self.second(self.first(x)))

# %% wrong: relu-on-output
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.first = nnx.Linear(width, hidden, rngs=rngs)
        self.second = nnx.Linear(hidden, hidden, rngs=rngs)
        self.last = nnx.Linear(hidden, 1, rngs=rngs)

    def __call__(self, x):
        for layer in (self.first, self.second, self.last):
            x = nnx.relu(layer(x))
        return x

# %% wrong: other-activation
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.first = nnx.Linear(width, hidden, rngs=rngs)
        self.second = nnx.Linear(hidden, hidden, rngs=rngs)
        self.last = nnx.Linear(hidden, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.tanh(self.first(x))
        x = nnx.tanh(self.second(x))
        return self.last(x)

# %% wrong: other-activation
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.first = nnx.Linear(width, hidden, rngs=rngs)
        self.second = nnx.Linear(hidden, hidden, rngs=rngs)
        self.last = nnx.Linear(hidden, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.gelu(self.first(x))
        x = nnx.gelu(self.second(x))
        return self.last(x)

# %% wrong: made-in-the-call
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.width, self.hidden, self.rngs = width, hidden, rngs

    def __call__(self, x):
        n, m, rngs = self.width, self.hidden, self.rngs
        x = nnx.relu(nnx.Linear(n, m, rngs=rngs)(x))
        x = nnx.relu(nnx.Linear(m, m, rngs=rngs)(x))
        return nnx.Linear(m, 1, rngs=rngs)(x)

# %% wrong: fixed-width
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.first = nnx.Linear(width, 16, rngs=rngs)
        self.second = nnx.Linear(16, 16, rngs=rngs)
        self.last = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.first(x))
        x = nnx.relu(self.second(x))
        return self.last(x)

# %% wrong: layer-count
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.first = nnx.Linear(width, hidden, rngs=rngs)
        self.last = nnx.Linear(hidden, 1, rngs=rngs)

    def __call__(self, x):
        return self.last(nnx.relu(self.first(x)))

# %% wrong: layer-count
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.first = nnx.Linear(width, hidden, rngs=rngs)
        self.second = nnx.Linear(hidden, hidden, rngs=rngs)
        self.last = nnx.Linear(hidden, 1, rngs=rngs)
        self.spare = nnx.Linear(hidden, hidden, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.first(x))
        x = nnx.relu(self.second(x))
        return self.last(x)

# %% wrong: second-layer-twice
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.first = nnx.Linear(width, hidden, rngs=rngs)
        self.second = nnx.Linear(hidden, hidden, rngs=rngs)
        self.last = nnx.Linear(hidden, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.first(x))
        x = nnx.relu(self.second(x))
        x = nnx.relu(self.second(x))
        return self.last(x)

# %% wrong: seed-ignored
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        rngs = nnx.Rngs(0)
        self.first = nnx.Linear(width, hidden, rngs=rngs)
        self.second = nnx.Linear(hidden, hidden, rngs=rngs)
        self.last = nnx.Linear(hidden, 1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.first(x))
        x = nnx.relu(self.second(x))
        return self.last(x)

# %% wrong: clinic/flax-missing-rng
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.first = nnx.Linear(width, hidden)
        self.second = nnx.Linear(hidden, hidden)
        self.last = nnx.Linear(hidden, 1)

    def __call__(self, x):
        x = nnx.relu(self.first(x))
        x = nnx.relu(self.second(x))
        return self.last(x)

# %% wrong: linen-habit
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, width, hidden, rngs):
        self.first = nnx.Linear(hidden, rngs=rngs)
        self.second = nnx.Linear(hidden, rngs=rngs)
        self.last = nnx.Linear(1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.first(x))
        x = nnx.relu(self.second(x))
        return self.last(x)

# %% probe
from flax import nnx


def make(width, hidden, seed):
    return learner.MLP(width, hidden, nnx.Rngs(seed))


def weights(model):
    return jax.tree.leaves(nnx.state(model, nnx.Param))


def replace(model, leaves):
    structure = jax.tree.structure(nnx.state(model, nnx.Param))
    nnx.update(model, jax.tree.unflatten(structure, leaves))

# %% check
import jax
import numpy as np

from tutor.checking import close, expect, need, on_error, reject, unchanged

errors = [on_error("TypeError", r"missing .*out_features", "linen-habit")]


def same(v):
    return v


def relu(v):
    return np.maximum(v, 0)


OTHERS = (np.tanh, jax.nn.gelu, jax.nn.sigmoid, jax.nn.silu, jax.nn.elu, jax.nn.leaky_relu)


def shapes_of(leaves):
    return sorted(tuple(leaf.shape) for leaf in leaves)


def first_weights(learner, width, hidden, seed):
    """The learner's model, whose parameters have the shapes of the three layers."""
    model = learner.probe("make", width, hidden, seed)
    leaves = learner.probe("weights", model)
    need(len(leaves) > 0, "made-in-the-call")
    kernels = [(width, hidden), (hidden, hidden), (hidden, 1)]
    shapes, right = shapes_of(leaves), sorted([*kernels, (hidden,), (hidden,), (1,)])
    if shapes != right:
        wider = learner.probe("make", width, hidden + 3, seed)
        constant = shapes == shapes_of(learner.probe("weights", wider))
        need(not constant, "fixed-width", str(shapes), str(right))
        need(False, "layer-count", str(shapes), str(right))
    return model, leaves


def check_seed(learner, width, hidden, seed):
    one, two = (learner.probe("weights", learner.probe("make", width, hidden, seed + i))
                for i in range(2))
    pairs = [(a, b) for a, b in zip(one, two, strict=True) if a.ndim == 2]
    need(not any(close(a, b) for a, b in pairs), "seed-ignored")


def check(learner, reference, rng):
    for rows, width, hidden in ((9, 3, 8), (1, 2, 5), (6, 4, 16)):
        model, leaves = first_weights(learner, width, hidden, rng.whole(0, 1000))
        # Weights of our own, known by their shapes: names and first values are the learner's.
        own = {shape: rng.normal(*shape) for shape in set(shapes_of(leaves))}
        learner.probe("replace", model, [own[tuple(leaf.shape)] for leaf in leaves])
        x = rng.mixed(rows, width)

        def net(first, second, last=same, times=1, x=x, own=own, sizes=(width, hidden)):
            a = first(np.asarray(x) @ own[sizes] + own[sizes[1:]])
            for _ in range(times):
                a = second(a @ own[sizes[1], sizes[1]] + own[sizes[1:]])
            return last(a @ own[sizes[1], 1] + own[1,])

        result, right = unchanged(model, x), net(relu, relu)
        if not close(result, right, 1e-3):
            reject(result, {
                "no-activation": net(same, same),
                "relu-on-output": net(relu, relu, relu),
                "one-activation": net(relu, same),
                "second-layer-twice": net(relu, relu, times=2),
            })
            reject(result, {"one-activation": net(same, relu)})
            for other in OTHERS:
                reject(result, {"other-activation": net(other, other)})
        expect(result, right, tol=1e-3, inputs={"x": x})
    check_seed(learner, width, hidden, rng.whole(0, 1000))
