"""`show`: the right picture of an array, a pytree, keys, a sharding, a jaxpr.

What is shown is data; `tutor.charts.blocks` documents each kind and draws it.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from tutor.events import Block
from tutor.kit import sink
from tutor.kit.arrays import array_data, is_key, key_data
from tutor.kit.jaxprs import as_jaxpr, jaxpr_data
from tutor.kit.trees import is_tree, short, tree_data

LONGEST_TEXT = 4000


def show(x: Any, label: str = "") -> None:
    """Picture `x` below the code: an array, a pytree, random keys, a jaxpr; anything else as text.

    Works inside traced functions too, where it shows what is known there: shape and dtype.
    """
    sink.flush()
    kind, data = picture(x)
    sink.emit(Block(kind=kind, data={"label": label, **data}))


def picture(x: Any) -> tuple[str, dict[str, Any]]:
    """The kind of block that suits `x`, and its data."""
    jaxpr = as_jaxpr(x)
    if jaxpr is not None:
        return "jaxpr", jaxpr_data(jaxpr)
    if is_key(x):
        return "keys", key_data(x)
    if isinstance(x, (jax.Array, np.ndarray, np.generic, jax.ShapeDtypeStruct)):
        return "array", array_data(x)
    if isinstance(x, str):
        return "text", {"text": x[:LONGEST_TEXT]}
    if is_tree(x):
        return "tree", tree_data(x)
    return "text", {"text": short(x, LONGEST_TEXT)}
