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

# %% wrong: alike
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List([
            nnx.Linear(width, width, rngs=nnx.Rngs(0))
            for _ in range(depth)
        ])

    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
        return x

# %% wrong: wrong-structure
from flax import nnx


class Deep(nnx.Module):
    def __init__(self, width, depth, rngs):
        self.layers = nnx.List([
            nnx.Linear(width, width, rngs=rngs)
            for _ in range(1, depth)
        ])

    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
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

from tutor.checking import close, distinct, expect, need, unchanged

SIZES = ((4, 2), (3, 5), (5, 1))


def numbers(leaves):
    return sum(leaf.size for leaf in leaves)


def stacked(leaves, width):
    """Layers may be leaves of their own, or lie in arrays with one more axis."""
    return [leaf.shape[:1] if leaf.shape[1:] in ((width, width), (width,)) and
            leaf.shape != (width, width) else () for leaf in leaves]


def check(learner, reference, rng):
    seed = rng.whole(0, 1000)
    models = {size: learner.probe("make", *size, seed) for size in SIZES}
    parts = {size: learner.probe("weights", model) for size, model in models.items()}
    sizes = {size: numbers(leaves) for size, leaves in parts.items()}
    need(any(sizes.values()), "not-found")
    layer = {width: width * width + width for width, _ in SIZES}
    if sizes[3, 5] != 5 * layer[3]:
        need(sizes[3, 5] != layer[3], "one-layer", "1", "5")
        deeper = numbers(learner.probe("weights", learner.probe("make", 3, 6, seed)))
        need(deeper != sizes[3, 5], "fixed-depth")
    for (width, depth), count in sizes.items():
        need(count == depth * layer[width], "wrong-structure", f"{count} numbers",
             f"{depth * layer[width]} numbers in {depth} layers")
    kernels = [leaf for leaf in parts[3, 5] if leaf.ndim == 2]
    need(not kernels or distinct(kernels), "alike")
    for (width, depth), model in models.items():
        leaves = parts[width, depth]
        axes = stacked(leaves, width)
        # All layers alike: how often is one applied, and how?
        own = {(width, width): rng.normal(width, width), (width,): rng.normal(width)}
        learner.probe("replace", model, [
            jnp.broadcast_to(own[leaf.shape[len(axis):]], leaf.shape)
            for leaf, axis in zip(leaves, axes, strict=True)])
        x = rng.mixed(6, width)
        right = before = x
        for _ in range(depth):
            before = right @ own[width, width] + own[width,]
            right = jax.nn.relu(before)
        expect(unchanged(model, x), right, tol=1e-3, inputs={"depth": depth},
               mistakes={"last-without-relu": before})
        # All layers different, but in an order that does not matter.
        scales = rng.uniform(depth, low=0.5, high=2.0)
        left = iter(scales)
        replaced = []
        for leaf, axis in zip(leaves, axes, strict=True):
            if leaf.shape[len(axis):] == (width,):
                replaced.append(jnp.zeros(leaf.shape))
            elif axis:
                replaced.append(scales[:, None, None] * jnp.eye(width))
            else:
                replaced.append(next(left) * jnp.eye(width))
        learner.probe("replace", model, replaced)
        x = rng.uniform(6, width)
        got, right = model(x), x * jnp.prod(scales)
        if depth > 1 and not close(got, right, 1e-3):
            need(not any(close(got, x * p**depth, 1e-3) for p in scales), "one-layer-used")
        expect(got, right, tol=1e-3, inputs={"depth": depth})
