# %% starter
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = [
            nnx.Linear(width, width, rngs=rngs)
            for _ in range(depth)
        ]

    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
        return x


model = Deep(4, 3, nnx.Rngs(0))
print(model(jnp.ones((2, 4))))

# %% solution: NNX's list
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List(
            [
                nnx.Linear(width, width, rngs=rngs)
                for _ in range(depth)
            ]
        )

    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
        return x

# %% solution: marked as data
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        made = []
        for _ in range(depth):
            made.append(nnx.Linear(width, width, rngs=rngs))
        self.layers = nnx.data(made)

    def __call__(self, x):
        for layer in self.layers:
            x = jax.nn.relu(layer(x))
        return x

# %% solution: Sequential
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        parts = []
        for _ in range(depth):
            parts += [nnx.Linear(width, width, rngs=rngs)]
            parts += [nnx.relu]
        self.net = nnx.Sequential(*parts)

    def __call__(self, x):
        return self.net(x)

# %% solution: an attribute for each
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.depth = depth
        for i in range(depth):
            layer = nnx.Linear(width, width, rngs=rngs)
            setattr(self, f"layer{i}", layer)

    def __call__(self, x):
        for i in range(self.depth):
            x = nnx.relu(getattr(self, f"layer{i}")(x))
        return x

# %% wrong: clinic/nnx-module-list
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = [
            nnx.Linear(width, width, rngs=rngs)
            for _ in range(depth)
        ]

    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
        return x

# %% wrong: clinic/nnx-module-list
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = tuple(
            nnx.Linear(width, width, rngs=rngs)
            for _ in range(depth)
        )

    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
        return x

# %% wrong: not-found
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        layers = [
            nnx.Linear(width, width, rngs=rngs)
            for _ in range(depth)
        ]
        self.layers = lambda: layers

    def __call__(self, x):
        for layer in self.layers():
            x = nnx.relu(layer(x))
        return x

# %% wrong: not-found
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.width, self.depth, self.rngs = width, depth, rngs

    def __call__(self, x):
        n = self.width
        for _ in range(self.depth):
            layer = nnx.Linear(n, n, rngs=self.rngs)
            x = nnx.relu(layer(x))
        return x

# %% wrong: one-layer
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        layer = nnx.Linear(width, width, rngs=rngs)
        self.layers = nnx.List([layer] * depth)

    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
        return x

# %% wrong: one-layer
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        for _ in range(depth):
            self.layer = nnx.Linear(width, width, rngs=rngs)

    def __call__(self, x):
        return nnx.relu(self.layer(x))

# %% wrong: fixed-depth
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.a = nnx.Linear(width, width, rngs=rngs)
        self.b = nnx.Linear(width, width, rngs=rngs)
        self.c = nnx.Linear(width, width, rngs=rngs)

    def __call__(self, x):
        for layer in (self.a, self.b, self.c):
            x = nnx.relu(layer(x))
        return x

# %% wrong: last-without-relu
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List(
            [
                nnx.Linear(width, width, rngs=rngs)
                for _ in range(depth)
            ]
        )

    def __call__(self, x):
        for layer in self.layers[:-1]:
            x = nnx.relu(layer(x))
        return self.layers[-1](x)

# %% wrong: one-layer-used
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List(
            [
                nnx.Linear(width, width, rngs=rngs)
                for _ in range(depth)
            ]
        )

    def __call__(self, x):
        for _ in self.layers:
            x = nnx.relu(self.layers[0](x))
        return x

# %% probe
from flax import nnx


def make(width, depth, seed):
    return learner.Deep(width, depth, nnx.Rngs(seed))


def weights(model):
    return jax.tree.leaves(nnx.state(model, nnx.Param))


def replace(model, leaves):
    structure = jax.tree.structure(nnx.state(model, nnx.Param))
    nnx.update(model, jax.tree.unflatten(structure, leaves))

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import expect, need, unchanged


def check(learner, reference, rng):
    counts = {}
    for width, depth in ((4, 2), (3, 5), (5, 1), (2, 3)):
        model = learner.probe("make", width, depth, rng.whole(0, 1000))
        leaves = learner.probe("weights", model)
        need(len(leaves) > 0, "not-found")
        counts[depth] = len(leaves)
        if depth == 5 and counts[2] == counts[5]:
            need(counts[5] != 2, "one-layer", counts[5], 10)
            need(False, "fixed-depth", counts[5], 10)
        if counts.get(2, 4) == 4 and depth != 2:
            need(len(leaves) == 2 * depth, "wrong-structure", len(leaves), 2 * depth)
        # All layers alike: how often is one applied, and how?
        own = {(width, width): rng.normal(width, width), (width,): rng.normal(width)}
        learner.probe("replace", model, [own[tuple(leaf.shape)] for leaf in leaves])
        x, before = rng.mixed(6, width), None
        right = x
        for _ in range(depth):
            before = right @ own[width, width] + own[width,]
            right = jax.nn.relu(before)
        expect(unchanged(model, x), right, tol=1e-3, inputs={"depth": depth},
               mistakes={"last-without-relu": before})
        # All layers different, but in an order that does not matter.
        scales = iter(rng.uniform(depth, low=0.5, high=2.0).tolist())
        product, own = 1.0, []
        for leaf in leaves:
            if leaf.ndim == 2:
                scale = next(scales)
                product *= scale
                own.append(scale * jnp.eye(width))
            else:
                own.append(jnp.zeros(width))
        learner.probe("replace", model, own)
        x = rng.uniform(3, width)
        powers = [(own[k].max() if own[k].ndim == 2 else 0) for k in range(len(own))]
        got = model(x)
        once = any(bool(jnp.allclose(got, x * p**depth, rtol=1e-3)) for p in powers if p)
        if depth > 1 and not bool(jnp.allclose(got, x * product, rtol=1e-3)):
            need(not once, "one-layer-used")
        expect(got, x * product, tol=1e-3, inputs={"depth": depth})
