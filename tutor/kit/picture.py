"""`show`: the right picture of an array, a pytree, keys, a sharding, a jaxpr.

What is shown is data; `tutor.charts.blocks` documents each kind and draws it.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from tutor.events import Block
from tutor.kit import sink
from tutor.kit.arrays import SMALL, array_data, is_key, key_data
from tutor.kit.jaxprs import as_jaxpr, jaxpr_data
from tutor.kit.plane import boundary_data, is_points, points_data
from tutor.kit.trees import is_tree, short, tree_data

LONGEST_TEXT = 4000


def show(x: Any, label: str = "", *, points: Any = None, classes: Any = None) -> None:
    """Picture `x` below the code: an array, a pytree, random keys, a jaxpr; anything else as text.

    An array of shape (n, 2) with more than 50 rows is drawn as points in the plane; `classes` (n,)
    colours them. A classifier as `x` with the `points` that it is for is drawn as the regions that
    it gives to each class: it maps (n, 2) to n classes, n scores, or (n, k) scores. Works inside
    traced functions too, where it shows what is known there: shape and dtype.
    """
    sink.flush()
    if points is not None and callable(x):
        kind, data = "boundary", boundary_data(x, points, classes)
    elif is_points(x) and (classes is not None or x.size > SMALL):
        kind, data = "points", points_data(x, classes)
    else:
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
