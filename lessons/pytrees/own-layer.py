# %% starter
from dataclasses import dataclass


@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)


layer = Layer(jnp.ones((3, 2)), jnp.zeros(2), "first")
print(jax.grad(loss)(layer, jnp.ones((4, 3))))

# %% solution: registered with two lists
from dataclasses import dataclass


@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str


jax.tree_util.register_dataclass(
    Layer, data_fields=["w", "b"], meta_fields=["name"]
)


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)

# %% solution: the field itself says so
from dataclasses import dataclass, field


@jax.tree_util.register_dataclass
@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str = field(metadata={"static": True})


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)

# %% solution: methods
@jax.tree_util.register_pytree_node_class
class Layer:
    def __init__(self, w, b, name):
        self.w, self.b, self.name = w, b, name

    def tree_flatten(self):
        return (self.w, self.b), self.name

    @classmethod
    def tree_unflatten(cls, name, children):
        return cls(*children, name)


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)

# %% solution: two functions
from dataclasses import dataclass


@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str


jax.tree_util.register_pytree_node(
    Layer,
    lambda layer: ((layer.b, layer.w), layer.name),
    lambda name, bw: Layer(bw[1], bw[0], name),
)


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)

# %% wrong: not-registered
from dataclasses import dataclass


@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)

# %% wrong: not-registered
from dataclasses import dataclass


@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)


layer = Layer(jnp.ones((3, 2)), jnp.zeros(2), "first")
print(jax.grad(loss)(layer, jnp.ones((4, 3))))

# %% wrong: name-is-leaf
from dataclasses import dataclass


@jax.tree_util.register_dataclass
@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)

# %% wrong: name-is-leaf
from dataclasses import dataclass


@jax.tree_util.register_dataclass
@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)


layer = Layer(jnp.ones((3, 2)), jnp.zeros(2), "first")
print(jax.grad(loss)(layer, jnp.ones((4, 3))))

# %% wrong: bias-not-a-leaf
from dataclasses import dataclass


@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str


jax.tree_util.register_dataclass(
    Layer, data_fields=["w"], meta_fields=["b", "name"]
)


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)

# %% wrong: name-lost
from dataclasses import dataclass


@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str


jax.tree_util.register_pytree_node(
    Layer,
    lambda layer: ((layer.w, layer.b), None),
    lambda _, wb: Layer(*wb, "first"),
)


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)

# %% wrong: parts-swapped
from dataclasses import dataclass


@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str


jax.tree_util.register_pytree_node(
    Layer,
    lambda layer: ((layer.b, layer.w), layer.name),
    lambda name, wb: Layer(*wb, name),
)


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)

# %% wrong: name-lost
from dataclasses import dataclass


@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str


names = []


def flatten(layer):
    names.append(layer.name)
    return (layer.w, layer.b), None


jax.tree_util.register_pytree_node(
    Layer, flatten, lambda _, wb: Layer(*wb, names[-1])
)


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)

# %% wrong: wrong-structure
from dataclasses import dataclass


@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str


jax.tree_util.register_pytree_node(
    Layer,
    lambda layer: ((layer.w, layer.b), layer.name),
    lambda name, wb: (*wb, name),
)


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)

# %% wrong: wrong-structure
from dataclasses import dataclass


@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str


def flatten(layer):
    code = jnp.array([ord(c) for c in layer.name])
    return (layer.w, layer.b, code), None


def unflatten(_, parts):
    w, b, code = parts
    return Layer(w, b, "".join(chr(c) for c in code))


jax.tree_util.register_pytree_node(Layer, flatten, unflatten)


def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)

# %% probe
import jax


def rebuilt(layer, other):
    """The type, the name and the arrays of a layer put together after another was taken apart."""
    leaves, structure = jax.tree.flatten(layer)
    jax.tree.flatten(other)
    back = jax.tree.unflatten(structure, leaves)
    if type(back) is not type(layer):
        return [type(back).__name__]
    return [type(back).__name__, back.name, back.w, back.b]

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import close, expect, need, on_error

errors = [
    on_error("TypeError", r"of type <class 'str'> is not a valid JAX type", "name-is-leaf"),
    on_error("TypeError", r"Layer.* is not a valid JAX type", "not-registered"),
]


def check(learner, reference, rng):
    for rows, columns, name in ((3, 2, "dense"), (1, 4, "out"), (5, 3, "first")):
        w, b, x = rng.normal(rows, columns), rng.normal(columns), rng.normal(6, rows)
        layer = learner.Layer(w, b, name)
        leaves = learner.leaves(layer)
        arrays = [leaf for leaf in leaves if isinstance(leaf, jax.Array)]
        need(bool(arrays), "not-registered")
        need(len(leaves) == len(arrays), "name-is-leaf")
        need(len(arrays) <= 2, "wrong-structure", len(arrays), 2)
        need(len(arrays) == 2, "bias-not-a-leaf", len(arrays), 2)
        same = learner.probe("rebuilt", layer, learner.Layer(b, w, "another"))
        need(len(same) == 4, "wrong-structure", same[0], "a Layer")
        need(same[1] == name, "name-lost", same[1], name)
        need(close(same[2], w) and close(same[3], b), "parts-swapped")
        slopes = learner.gradient(learner.loss, layer, x)
        error = 2 * (x @ w + b) / (6 * columns)
        expect(slopes.w, x.T @ error, "not-the-gradient", tol=1e-3)
        expect(slopes.b, jnp.sum(error, axis=0), "not-the-gradient", tol=1e-3)
        need(slopes.name == name, "name-lost", slopes.name, name)
