"""Whether contestants of a comparison gave the same result."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from tutor.kit.arrays import is_key


def agree(results: list[Any]) -> bool | None:
    """Whether all results are the same up to rounding; None when that cannot be said.

    Results are trees of numbers. A list of equally shaped arrays equals the array that stacks
    them, since a loop over examples and its batched form should agree. The tolerance is that of
    the coarser dtype of the two.
    """
    answer: bool | None = True
    for other in results[1:]:
        one = _pair(results[0], other)
        if one is None:
            return None
        answer = answer and one
    return answer


def _pair(left: Any, right: Any) -> bool | None:
    left, right = _stacked(left), _stacked(right)
    left_leaves, right_leaves = jax.tree.leaves(left), jax.tree.leaves(right)
    if not left_leaves and not right_leaves:
        return None
    arrays = [(_numbers(a), _numbers(b)) for a, b in zip(left_leaves, right_leaves, strict=False)]
    if any(a is None or b is None for a, b in arrays):
        return None
    if not _same_structure(left, right):
        return False
    return all(_close(a, b) for a, b in arrays if a is not None and b is not None)


def _same_structure(left: Any, right: Any) -> bool:
    one: Any = jax.tree.structure(left)
    return bool(one == jax.tree.structure(right))


def _stacked(tree: Any) -> Any:
    """Lists and tuples of equally shaped arrays as one array, from the inside out."""
    if isinstance(tree, (list, tuple)) and type(tree) in (list, tuple) and tree:
        parts = [_stacked(part) for part in tree]
        arrays = [_numbers(part) for part in parts]
        if all(array is not None for array in arrays):
            known = [array for array in arrays if array is not None]
            if len({array.shape for array in known}) == 1:
                return np.stack(known)
        return type(tree)(parts)
    return tree


def _numbers(leaf: Any) -> np.ndarray[Any, Any] | None:
    if not isinstance(leaf, (bool, int, float, complex, np.ndarray, np.generic, jax.Array)):
        return None
    try:
        value: Any = leaf
        array = np.asarray(jax.random.key_data(value) if is_key(value) else value)
    except Exception:  # a deleted or donated array, or one that is spread over other hosts
        return None
    numeric = array.dtype.kind in "biufc" or jax.numpy.issubdtype(array.dtype, np.floating)
    return array if numeric else None


def _close(left: np.ndarray[Any, Any], right: np.ndarray[Any, Any]) -> bool:
    if left.shape != right.shape:
        return False
    tolerance = max(_tolerance(left), _tolerance(right))
    wide = np.complex128 if "c" in (left.dtype.kind, right.dtype.kind) else np.float64
    a, b = left.astype(wide), right.astype(wide)
    finite = np.abs(a[np.isfinite(a)])
    scale = float(finite.max()) if finite.size else 0.0
    return bool(np.allclose(a, b, rtol=tolerance, atol=tolerance * scale * 0.1, equal_nan=True))


def _tolerance(array: np.ndarray[Any, Any]) -> float:
    if array.dtype.kind in "biu":
        return 0.0
    if array.dtype.itemsize <= 2:
        return 3e-2
    return 1e-8 if array.dtype in (np.float64, np.complex128) else 1e-4
