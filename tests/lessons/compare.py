"""Comparing what two programs gave: the oracle's own, apart from `tutor.checking`."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from tests.lessons.observe import Sample


def difference(here: Any, there: Any, tol: float = 1e-3) -> str:
    """The first difference of `here` from what is right, as short text; "" when there is none."""
    if isinstance(there, Sample):
        return _samples(here, there) if isinstance(here, Sample) else "no sample"
    if isinstance(there, dict):
        if not isinstance(here, dict):
            return f"{_kind(here)} for a dict"
        if sorted(map(repr, here)) != sorted(map(repr, there)):
            return f"keys {sorted(map(repr, here))} for {sorted(map(repr, there))}"
        return _first(((repr(key), here[key], there[key]) for key in there), tol)
    if isinstance(there, (list, tuple)):
        if not isinstance(here, (list, tuple)) or len(here) != len(there):
            return f"{_kind(here)} for {_kind(there)}"
        return _first(
            ((f"[{i}]", a, b) for i, (a, b) in enumerate(zip(here, there, strict=True))), tol
        )
    if there is None or isinstance(there, (str, bytes)):
        return "" if here == there and type(here) is type(there) else f"{here!r} for {there!r}"
    if dataclasses.is_dataclass(there) and not isinstance(there, type):
        return difference(vars(here) if hasattr(here, "__dict__") else here, vars(there), tol)
    return _numbers(here, there, tol)


def _first(parts: Any, tol: float) -> str:
    for name, here, there in parts:
        found = difference(here, there, tol)
        if found:
            return f"{name}: {found}"
    return ""


def _kind(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"{len(value)} parts"
    return f"{type(value).__name__}"


def _numbers(here: Any, there: Any, tol: float) -> str:
    if isinstance(here, (list, tuple, dict)):
        return f"{_kind(here)} for a number or array"
    try:
        a, b = np.asarray(here), np.asarray(there)
    except Exception:
        return f"{_kind(here)} for {_kind(there)}"
    if a.dtype == object or b.dtype == object:
        return "" if type(here) is type(there) else f"{_kind(here)} for {_kind(there)}"
    if a.shape != b.shape:
        return f"shape {a.shape} for {b.shape}"
    if _group(a) != _group(b):
        return f"{a.dtype} for {b.dtype}"
    if a.size == 0:
        return ""
    if _group(b) != "f":
        return "" if np.array_equal(a, b) else f"{_short(a)} for {_short(b)}"
    a, b = a.astype(np.complex128), b.astype(np.complex128)
    finite = np.isfinite(b)
    if not np.array_equal(np.isfinite(a), finite):
        return f"{_short(a)} for {_short(b)}"
    if not np.array_equal(np.nan_to_num(a[~finite]), np.nan_to_num(b[~finite])):
        return f"{_short(a)} for {_short(b)}"
    if not finite.any():
        return ""
    gap = np.abs(a[finite] - b[finite])
    scale = np.abs(b[finite])
    if np.all(gap <= tol * scale + 0.1 * tol * scale.max() + 1e-30):
        return ""
    return f"{_short(a)} for {_short(b)}"


def _group(array: np.ndarray) -> str:
    kind = array.dtype.kind
    return "f" if kind in "fcV" else "i" if kind in "iu" else kind


def _short(array: np.ndarray) -> str:
    values = array.real if array.dtype.kind == "c" else array
    return np.array2string(values.ravel()[:3], precision=4, threshold=3)


# --- what is random -----------------------------------------------------------------------------

_ENTRIES = 24


def _samples(here: Sample, there: Sample) -> str:
    """Whether two samples come from visibly different distributions: entries, pairs."""
    found = difference(_forms(here), _forms(there))
    if found:
        return f"form: {found}"
    a, b = _table(here), _table(there)
    if not np.all(np.isfinite(a)):
        return "not finite"
    if np.allclose(a, b, rtol=1e-3, atol=1e-6):
        return ""
    runs = len(b)
    for entry in range(b.shape[1]):
        gap = _gap(a[:, entry], b[:, entry])
        # Two samples of one distribution are farther apart than this once in 10^8 times.
        if gap > 3.1 * np.sqrt(2 / runs):
            return f"entry {entry}: distribution off by {gap:.2f}"
    pooled = _gap(a.ravel(), b.ravel())
    if pooled > 0.15:
        return f"all entries: distribution off by {pooled:.2f}"
    if b.shape[1] > 1:
        apart = np.abs(_correlations(a) - _correlations(b)).max()
        if apart > 0.55:
            return f"correlation off by {apart:.2f}"
    return ""


def _forms(sample: Sample) -> Any:
    first = sample.runs[0]
    return [[str(np.asarray(part).shape), _group(np.asarray(part))] for part in first]


def _table(sample: Sample) -> np.ndarray:
    rows = [
        np.concatenate([np.ravel(np.asarray(part, dtype=float)) for part in run])
        for run in sample.runs
    ]
    table = np.stack(rows)
    if table.shape[1] > _ENTRIES:
        table = table[:, np.linspace(0, table.shape[1] - 1, _ENTRIES).astype(int)]
    return table


def _gap(a: np.ndarray, b: np.ndarray) -> float:
    """The largest distance between two empirical distributions (Kolmogorov, Smirnov)."""
    every = np.concatenate([a, b])
    slack = 1e-5 * (np.abs(every).max() + 1e-30)
    below = [
        np.searchsorted(np.sort(side), every + slack, side="right") / len(side) for side in (a, b)
    ]
    return float(np.abs(below[0] - below[1]).max())


def _correlations(table: np.ndarray) -> np.ndarray:
    centred = table - table.mean(0)
    length = np.sqrt((centred**2).sum(0))
    centred = centred / np.where(length > 1e-9, length, 1.0)
    return centred.T @ centred
