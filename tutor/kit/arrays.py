"""Arrays and random keys as data for a picture."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

SMALL = 100
"""Arrays of so many elements show all their values."""
HEAT_ROWS, HEAT_COLUMNS = 20, 48
BINS = 40
KEYS_SHOWN = 8
PIECES_SHOWN = 64

Data = dict[str, Any]


def is_key(x: Any) -> bool:
    """Whether `x` is an array of new-style random keys."""
    return isinstance(x, jax.Array) and jnp.issubdtype(x.dtype, jax.dtypes.prng_key)


def key_data(x: Any) -> Data:
    data: Data = {"shape": list(x.shape), "impl": str(jax.random.key_impl(x))}
    if isinstance(x, jax.core.Tracer):
        return {**data, "traced": True}
    words = np.asarray(jax.random.key_data(x)).reshape(x.size, -1)
    keys = [[f"{word:08x}" for word in row.tolist()] for row in words[:KEYS_SHOWN]]
    return {**data, "keys": keys, "left_out": max(0, x.size - KEYS_SHOWN)}


def array_data(x: Any) -> Data:
    """Shape and dtype; then all values, or a heat map of a matrix, or a histogram."""
    data: Data = {"shape": list(x.shape), "dtype": str(x.dtype)}
    if getattr(x, "weak_type", False):
        data["weak"] = True
    if isinstance(x, (jax.core.Tracer, jax.ShapeDtypeStruct)):
        return {**data, "traced": True}
    if isinstance(x, jax.Array):
        if x.is_deleted():
            return {**data, "deleted": True}
        if len(x.sharding.device_set) > 1:
            data["sharding"] = sharding_data(x)
    values = np.asarray(x)
    data["bytes"] = int(values.nbytes)
    if values.size <= SMALL:
        return {**data, "values": np.array2string(values, max_line_width=64, separator=" ")}
    if values.dtype.kind not in "biuf" and values.dtype.itemsize > 2:
        return {**data, "values": np.array2string(values, max_line_width=64, threshold=10)}
    wide = values.astype(np.float64)
    finite = wide[np.isfinite(wide)]
    data["nan"] = int(np.isnan(wide).sum())
    data["inf"] = int(np.isinf(wide).sum())
    if finite.size:
        data["stats"] = {
            "min": float(finite.min()),
            "max": float(finite.max()),
            "mean": _mean(finite),
            "std": _deviation(finite),
        }
        squeezed = wide.squeeze()
        if squeezed.ndim == 3 and squeezed.shape[2] in (3, 4) and min(squeezed.shape[:2]) >= 8:
            # An image with its channels last: its brightness.
            squeezed = squeezed[..., :3].mean(axis=2)
        if squeezed.ndim == 2 and min(squeezed.shape) > 1:
            data["heat"] = heat(squeezed)
        else:
            data["histogram"] = histogram(finite)
    return data


def heat(matrix: np.ndarray[Any, Any]) -> list[list[Any]]:
    """The matrix as at most `HEAT_ROWS` x `HEAT_COLUMNS` means; "nan" where a cell has none."""
    rows = _edges(matrix.shape[0], HEAT_ROWS)
    columns = _edges(matrix.shape[1], HEAT_COLUMNS)
    cells: list[list[Any]] = []
    for top, bottom in pairwise(rows):
        row: list[Any] = []
        for left, right in pairwise(columns):
            part = matrix[top:bottom, left:right]
            known = part[np.isfinite(part)]
            row.append(_mean(known) if known.size else "nan")
        cells.append(row)
    return cells


def _edges(length: int, most: int) -> list[int]:
    parts = min(length, most)
    return [length * index // parts for index in range(parts + 1)]


def _mean(finite: np.ndarray[Any, Any]) -> float:
    with np.errstate(over="ignore", invalid="ignore"):
        mean = float(finite.mean())
        # The sum of large floats may be larger than any float.
        return mean if np.isfinite(mean) else float((finite / finite.size).sum())


def _deviation(finite: np.ndarray[Any, Any]) -> float:
    with np.errstate(over="ignore", invalid="ignore"):
        deviation = float(finite.std())
        if np.isfinite(deviation):
            return deviation
        unit = float(np.abs(finite).max())
        return float((finite / unit).std()) * unit


def histogram(finite: np.ndarray[Any, Any]) -> Data:
    """Counts over equal bins between the lowest and the highest value."""
    low, high = float(finite.min()), float(finite.max())
    if low == high:
        return {"edges": [low, high], "counts": [int(finite.size)]}
    with np.errstate(over="ignore"):
        # The distance between two large floats may be larger than any float.
        unit = 1.0 if np.isfinite(high - low) else 0.25
    distinct = np.unique(finite[:10000]).size
    try:
        counts, edges = np.histogram(finite * unit, bins=max(2, min(BINS, distinct)))
    except ValueError:  # the values differ by less than bins can be told apart
        return {"edges": [low, high], "counts": [int(finite.size)]}
    inner = (edges[1:-1] / unit).tolist()
    return {"edges": [low, *inner, high], "counts": counts.tolist()}


def sharding_data(x: jax.Array) -> Data:
    """Which part of the array lies on which device."""
    sharding: Any = x.sharding
    pieces = []
    for device, index in sharding.devices_indices_map(x.shape).items():
        spans = [part.indices(size)[:2] for part, size in zip(index, x.shape, strict=True)]
        pieces.append(
            {"device": device.id, "start": [a for a, _ in spans], "stop": [b for _, b in spans]}
        )
    pieces.sort(key=lambda piece: piece["device"])
    data: Data = {
        "devices": len(pieces),
        "replicated": bool(sharding.is_fully_replicated),
        "pieces": pieces[:PIECES_SHOWN],
    }
    mesh = getattr(sharding, "mesh", None)
    if mesh is not None:
        data["mesh"] = {str(name): int(size) for name, size in mesh.shape.items()}
        data["spec"] = str(sharding.spec)
    return data
