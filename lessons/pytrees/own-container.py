# %% run
from dataclasses import dataclass


@dataclass
class Plain:
    parts: list


@jax.tree_util.register_dataclass
@dataclass
class Known:
    parts: list


print(len(jax.tree.leaves(Plain([1, 2, 3]))))
print(len(jax.tree.leaves(Known([1, 2, 3]))))
