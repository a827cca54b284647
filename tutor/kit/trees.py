"""Pytrees as data for a picture."""

from __future__ import annotations

import math
from typing import Any

import jax
import numpy as np

from tutor.kit.arrays import is_key, sharding_data

NODES_SHOWN = 400
VALUE_LENGTH = 40

Data = dict[str, Any]


def is_tree(x: Any) -> bool:
    """Whether `x` is a container that JAX looks into (dict, list, NamedTuple, registered class)."""
    return not jax.tree_util.all_leaves([x]) and x is not None


def tree_data(x: Any) -> Data:
    """Nodes in reading order with depth, key and kind; leaves with shape, dtype and size."""
    nodes: list[Data] = []
    leaves = jax.tree_util.tree_leaves(x)
    left_out = _walk(x, "", 0, nodes)
    sizes = [_size(leaf) for leaf in leaves]
    return {
        "nodes": nodes,
        "left_out": left_out,
        "leaves": len(leaves),
        "elements": sum(count for count, _ in sizes),
        "bytes": sum(size for _, size in sizes),
    }


def _walk(x: Any, key: str, depth: int, nodes: list[Data]) -> int:
    """Adds the node of `x` and those below; returns how many nodes were left out."""
    if len(nodes) >= NODES_SHOWN:
        return 1
    node: Data = {"depth": depth, "key": key}
    nodes.append(node)
    if not is_tree(x):
        node.update(_leaf(x))
        return 0
    children, _ = jax.tree_util.tree_flatten_with_path(x, is_leaf=lambda y: y is not x)
    named = [(jax.tree_util.keystr(path), child) for path, child in children]
    # What nnx notes about a module is no part that its author knows.
    named = [(key, child) for key, child in named if not key.startswith("._pytree__")]
    node.update(kind=type(x).__name__, children=len(named))
    return sum(_walk(child, key, depth + 1, nodes) for key, child in named)


def _leaf(x: Any) -> Data:
    if is_key(x):
        return {"kind": "key", "shape": list(x.shape), "dtype": str(x.dtype)}
    if isinstance(x, (jax.Array, np.ndarray, np.generic, jax.ShapeDtypeStruct)):
        data: Data = {"kind": "array", "shape": list(x.shape), "dtype": str(x.dtype)}
        if isinstance(x, (jax.core.Tracer, jax.ShapeDtypeStruct)):
            return {**data, "traced": True}
        if isinstance(x, jax.Array) and x.is_deleted():
            return {**data, "deleted": True}
        _, data["bytes"] = _size(x)
        if isinstance(x, jax.Array) and len(x.sharding.device_set) > 1:
            data["sharding"] = {**sharding_data(x), "pieces": []}
        if math.prod(x.shape) == 1:
            data["value"] = short(np.asarray(x).reshape(()).item(), VALUE_LENGTH)
        return data
    return {"kind": type(x).__name__, "value": short(x, VALUE_LENGTH)}


def _size(leaf: Any) -> tuple[int, int]:
    """Elements and bytes."""
    shape = getattr(leaf, "shape", None)
    dtype = getattr(leaf, "dtype", None)
    if not isinstance(shape, tuple) or dtype is None:
        return 0, 0
    count = math.prod(shape)
    return count, count * int(getattr(dtype, "itemsize", 0))


def short(x: Any, most: int) -> str:
    """`repr` on at most `most` characters; a class whose `repr` fails is named."""
    try:
        text = repr(x)
    except Exception:
        text = f"<{type(x).__name__}>"
    return text if len(text) <= most else text[: most - 1] + "…"
