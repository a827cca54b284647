"""Comparing values: the first difference between what came and what was expected.

Only values of the checking worker's own making get here, so no comparison runs foreign code.
A handle, or anything else that is not plain, differs from everything.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from dataclasses import dataclass
from typing import Any, Literal

import jax
import numpy as np

from tutor.checking.describe import describe, is_key, number

Kind = Literal["return", "structure", "shape", "dtype", "value"]

_LOW = {"float16": 2e-3, "bfloat16": 2e-2, "float8_e4m3fn": 0.2, "float8_e5m2": 0.3}
"""Relative tolerance that a dtype asks for at least."""


@dataclass(frozen=True)
class Difference:
    """The first one. `observed` and `needed` are short texts."""

    kind: Kind
    observed: str
    needed: str


def close(
    actual: Any,
    expected: Any,
    tol: float = 1e-4,
    *,
    atol: float | None = None,
    exact: bool = False,
) -> bool:
    """Whether both have the same structure and shapes, and values within `tol`.

    `tol` is relative; the absolute tolerance is `atol`, or a hundredth of `tol` times the largest
    expected number. NaN equals NaN. With `exact` types of containers and dtypes must agree.
    """
    found = difference(actual, expected, tol=tol, atol=atol, exact=exact)
    return found is None or (found.kind == "dtype" and not exact)


def same(actual: Any, expected: Any) -> bool:
    """Whether both are the same to the last bit, dtypes and types of containers included."""
    return difference(actual, expected, tol=0.0, atol=0.0, exact=True) is None


def difference(
    actual: Any,
    expected: Any,
    *,
    tol: float = 1e-4,
    atol: float | None = None,
    exact: bool = False,
    values: bool = True,
) -> Difference | None:
    """The first difference, looking at structure, then shapes, then values, then dtypes.

    A difference of dtypes is reported only when the values agree; one is a float of fewer digits
    than expected, too. Without `values` those are not looked at.
    """
    pairs: list[tuple[str, Any, Any]] = []
    found = _structure(actual, expected, "", exact, pairs)
    if found is not None:
        return found
    for path, left, right in pairs:
        if is_leaf_array(right) and shape(left) != shape(right):
            return Difference("shape", _at(path, _shape_text(left)), _at(path, _shape_text(right)))
    absolute = tol * 1e-2 * _scale(pairs) if atol is None else atol
    for path, left, right in pairs if values else ():
        found = _value(path, left, right, tol, absolute)
        if found is not None:
            return found
    for path, left, right in pairs:
        coarse = _low(left) > _low(right)
        if coarse or _dtype(left, exact) != _dtype(right, exact):
            return Difference("dtype", _at(path, _dtype_text(left)), _at(path, _dtype_text(right)))
    return None


def shape(value: Any) -> tuple[int, ...] | None:
    """The shape of an array or a number; None for what has none."""
    if isinstance(value, (bool, int, float, complex, np.generic)):
        return ()
    if isinstance(value, (jax.Array, np.ndarray)):
        return tuple(value.shape)
    return None


def finite(tree: Any) -> bool:
    """Whether `tree` holds numbers, and all of them are finite."""
    leaves = jax.tree.leaves(tree)
    if not leaves or not all(is_leaf_array(leaf) for leaf in leaves):
        return False
    return all(bool(np.isfinite(_wide(leaf)).all()) for leaf in leaves)


def is_leaf_array(value: Any) -> bool:
    """Whether `value` is a number or an array of numbers."""
    return shape(value) is not None and not is_key(value)


# --- structure -----------------------------------------------------------------------------


def _structure(
    actual: Any, expected: Any, path: str, exact: bool, pairs: list[tuple[str, Any, Any]]
) -> Difference | None:
    if actual is None and expected is not None:
        return Difference("return", _at(path, "None"), _at(path, describe(expected)))
    wrong = Difference("structure", _at(path, describe(actual)), _at(path, describe(expected)))
    if isinstance(expected, dict):
        if not isinstance(actual, dict) or set(actual) != set(expected):
            return wrong
        if exact and type(actual) is not type(expected):
            return wrong
        if exact and isinstance(expected, OrderedDict) and list(actual) != list(expected):
            return wrong
        parts = [(f"{path}[{key!r}]", actual[key], expected[key]) for key in expected]
    elif isinstance(expected, (tuple, list)):
        if not isinstance(actual, (tuple, list)) or len(actual) != len(expected):
            return wrong
        if exact and not _same_kind(actual, expected):
            return wrong
        parts = [
            (f"{path}[{i}]", left, right)
            for i, (left, right) in enumerate(zip(actual, expected, strict=True))
        ]
    else:
        kind = _leaf_kind(expected)
        if _leaf_kind(actual) != kind or (kind == "other" and actual is not expected):
            return wrong
        pairs.append((path, actual, expected))
        return None
    for part_path, left, right in parts:
        found = _structure(left, right, part_path, exact, pairs)
        if found is not None:
            return found
    return None


def _same_kind(actual: Any, expected: Any) -> bool:
    names = getattr(actual, "_fields", None), getattr(expected, "_fields", None)
    if names != (None, None):
        return names[0] == names[1] and type(actual).__name__ == type(expected).__name__
    return isinstance(actual, list) == isinstance(expected, list)


def _leaf_kind(value: Any) -> str:
    if is_key(value):
        return "key"
    if shape(value) is not None:
        return "number"
    for plain in (str, bytes, slice, np.dtype, type(None), type(...)):
        if isinstance(value, plain):
            return plain.__name__
    if isinstance(value, (dict, defaultdict, tuple, list)):
        return "container"
    return "other"


# --- values --------------------------------------------------------------------------------


def _value(path: str, left: Any, right: Any, tol: float, atol: float) -> Difference | None:
    if is_key(right):
        if _same_keys(left, right):
            return None
        return Difference("value", _at(path, _key_text(left)), _at(path, _key_text(right)))
    if not is_leaf_array(right):
        if left == right:
            return None
        return Difference("value", _at(path, describe(left)), _at(path, describe(right)))
    a, b = _wide(left), _wide(right)
    if _is_whole(left) and _is_whole(right):
        tol = atol = 0.0
    wrong = ~_near(a, b, max(tol, _low(left), _low(right)) if tol else 0.0, atol)
    if not wrong.any():
        return None
    if not a.shape:
        return Difference("value", _at(path, number(a)), _at(path, number(b)))
    index = tuple(int(i) for i in np.argwhere(wrong)[0])
    spot = f"{path}[{', '.join(map(str, index))}]"
    return Difference(
        "value",
        f"{spot} = {number(a[index])}{_whole(left)}",
        f"{spot} = {number(b[index])}{_whole(right)}",
    )


def _whole(value: Any) -> str:
    return f"  {describe(value)}" if 1 < np.size(value) <= 12 else ""


def _near(a: Any, b: Any, tol: float, atol: float) -> Any:
    equal = (a == b) | ((a != a) & (b != b))
    with np.errstate(all="ignore"):
        near = np.isfinite(a) & np.isfinite(b) & (np.abs(a - b) <= atol + tol * np.abs(b))
    return equal | near


def _scale(pairs: list[tuple[str, Any, Any]]) -> float:
    """The largest finite expected number; 1 when all are zero."""
    largest = 0.0
    for _path, _left, right in pairs:
        if is_leaf_array(right) and np.size(right):
            sizes = np.abs(_wide(right))
            sizes = sizes[np.isfinite(sizes)]
            largest = max(largest, float(sizes.max(initial=0.0)))
    return largest or 1.0


def _wide(value: Any) -> Any:
    """In a type wide enough for all of its kind."""
    array = np.asarray(value)
    if array.dtype.names is not None:
        return np.zeros(array.shape)
    if array.dtype.kind == "c":
        return array.astype(np.complex128)
    # Whole numbers up to 64 bits stay exact where long doubles have that many.
    return array.astype(np.longdouble if array.dtype.kind in "iu" else np.float64)


def _is_whole(value: Any) -> bool:
    return np.asarray(value).dtype.kind in "biuO"


def _low(value: Any) -> float:
    return _LOW.get(str(getattr(value, "dtype", "")), 0.0)


def _same_keys(left: Any, right: Any) -> bool:
    if left.dtype != right.dtype or left.shape != right.shape:
        return False
    return bool(
        (np.asarray(jax.random.key_data(left)) == np.asarray(jax.random.key_data(right))).all()
    )


# --- words ---------------------------------------------------------------------------------


def _at(path: str, text: str) -> str:
    return f"{path}: {text}" if path else text


def _dtype(value: Any, exact: bool) -> str:
    if not is_leaf_array(value):
        return type(value).__name__
    array = np.asarray(value)
    if exact and not isinstance(value, (bool, int, float, complex)):
        return str(array.dtype)
    kind = array.dtype.kind
    if array.dtype.names is not None:
        return "float0"
    return {"b": "bool", "i": "int", "u": "int", "O": "int", "c": "complex"}.get(kind, "float")


def _dtype_text(value: Any) -> str:
    return str(value.dtype) if hasattr(value, "dtype") else type(value).__name__


def _shape_text(value: Any) -> str:
    return f"{_dtype_text(value)}[{','.join(map(str, shape(value) or ()))}]"


def _key_text(value: Any) -> str:
    data = np.asarray(jax.random.key_data(value)).reshape(-1)[:8]
    return f"{value.dtype}{list(value.shape)} {' '.join(map(str, data))}"
