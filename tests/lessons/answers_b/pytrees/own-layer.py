# %% start
from dataclasses import dataclass, field
from typing import NamedTuple
def loss(layer, x):
    return jnp.mean((x @ layer.w + layer.b) ** 2)

# %% right: with keys
@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str
jax.tree_util.register_pytree_with_keys(
    Layer,
    lambda l: (((jax.tree_util.GetAttrKey("w"), l.w), (jax.tree_util.GetAttrKey("b"), l.b)), l.name),
    lambda name, wb: Layer(*wb, name),
)

# %% right: flax struct
import flax
@flax.struct.dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str = flax.struct.field(pytree_node=False)

# %% right: slots class
@jax.tree_util.register_pytree_node_class
class Layer:
    __slots__ = ("w", "b", "name")
    def __init__(self, w, b, name):
        self.w = w
        self.b = b
        self.name = name
    def tree_flatten(self):
        return [self.w, self.b], {"name": self.name}.get("name")
    @classmethod
    def tree_unflatten(cls, aux, kids):
        w, b = kids
        return cls(w=w, b=b, name=aux)

# %% right: a dict as one child
@jax.tree_util.register_pytree_node_class
@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str
    def tree_flatten(self):
        return ({"w": self.w, "b": self.b},), (self.name,)
    @classmethod
    def tree_unflatten(cls, aux, kids):
        return cls(**kids[0], name=aux[0])

# %% wrong: name missing in both
@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str
jax.tree_util.register_dataclass(Layer, data_fields=["w", "b"], meta_fields=[])

# %% wrong: name dropped from the class
@jax.tree_util.register_dataclass
@dataclass
class Layer:
    w: jax.Array
    b: jax.Array

# %% wrong: strings wrong
@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str
jax.tree_util.register_dataclass(Layer, data_fields="wb", meta_fields="name")

# %% wrong: aux forgotten
@jax.tree_util.register_pytree_node_class
@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str = "layer"
    def tree_flatten(self):
        return (self.w, self.b), None
    @classmethod
    def tree_unflatten(cls, aux, kids):
        return cls(*kids)

# %% wrong: meta name, b as sum
@jax.tree_util.register_pytree_node_class
@dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: str
    def tree_flatten(self):
        return (self.w, self.w), (self.b, self.name)
    @classmethod
    def tree_unflatten(cls, aux, kids):
        return cls(kids[0], *aux)
