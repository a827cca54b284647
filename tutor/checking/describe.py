"""Values as short text: no sentences, the same in every language."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

LIMIT = 300
"""Characters of one description."""
_SMALL = 16
"""Numbers of an array that are shown one by one."""


def describe(value: Any) -> str:
    """`value` in at most `LIMIT` characters: "float32[3] [1. 2. 3.]", "('a', 2)"."""
    return cut(_describe(value, 0), LIMIT)


def cut(text: str, limit: int) -> str:
    """`text`, its tail replaced by "…" when it is longer than `limit`."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def number(value: Any) -> str:
    """One number, short."""
    value = np.asarray(value)[()]
    if isinstance(value, np.complexfloating):
        return f"{complex(value):.6g}"
    if value.dtype.kind in "fV":
        return f"{float(value):.6g}"
    return str(value)


def is_key(value: Any) -> bool:
    """Whether `value` is an array of typed random keys."""
    return isinstance(value, jax.Array) and jnp.issubdtype(value.dtype, jax.dtypes.prng_key)


def _describe(value: Any, depth: int) -> str:
    if depth > 4:
        return "…"
    if is_key(value):
        return f"{value.dtype}{list(value.shape)}"
    if isinstance(value, (jax.Array, np.ndarray)):
        return _array(value)
    if isinstance(value, np.generic):
        return f"{value.dtype} {number(value)}"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, str):
        return repr(cut(value, 120))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        parts = zip(value._fields, value, strict=True)
        inner = ", ".join(f"{name}={_describe(part, depth + 1)}" for name, part in parts)
        return f"{type(value).__name__}({inner})"
    if isinstance(value, (tuple, list)):
        inner = ", ".join(_describe(part, depth + 1) for part in value[:12])
        inner += ", …" if len(value) > 12 else ""
        if isinstance(value, list):
            return f"[{inner}]"
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, dict):
        pairs = list(value.items())[:12]
        inner = ", ".join(f"{key!r}: {_describe(part, depth + 1)}" for key, part in pairs)
        return "{" + inner + (", …" if len(value) > 12 else "") + "}"
    return repr(value)


def _array(value: Any) -> str:
    array = np.asarray(value)
    shape = ",".join(map(str, array.shape))
    head = f"{array.dtype}[{shape}]" if array.shape else f"{array.dtype}"
    if array.dtype.names is not None or array.size == 0 or array.size > _SMALL:
        return head
    if array.dtype.kind not in "biufc":
        array = array.astype(np.float32)
    if not array.shape:
        return f"{head} {number(array)}"
    text = np.array2string(array, precision=5, suppress_small=False, separator=" ")
    return f"{head} {' '.join(text.split())}"
