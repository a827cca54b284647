"""Points in the plane, and what a classifier says of the plane, as data for a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from tutor.events import pack

POINTS_SHOWN = 2000
CLASSES_SHOWN = 6
GRID_ROWS, GRID_COLUMNS = 22, 60
MARGIN = 0.08
"""Of the extent of the points, left free around them."""

Data = dict[str, Any]
Array = np.ndarray[Any, Any]


def is_points(x: Any) -> bool:
    """Whether `x` is a list of points in the plane: real numbers of shape (n, 2)."""
    shape: tuple[int, ...] = getattr(x, "shape", ())
    dtype = getattr(x, "dtype", None)
    if isinstance(x, jax.core.Tracer):
        return False
    if isinstance(x, jax.Array) and (x.is_deleted() or len(x.sharding.device_set) > 1):
        # Where its parts lie says more.
        return False
    if len(shape) != 2 or shape[1] != 2 or dtype is None:
        return False
    return isinstance(dtype, np.dtype) and dtype.kind in "fiu"


def points_data(points: Any, classes: Any = None) -> Data:
    """The extent, and for each class (all are one without `classes`) some of its points.

    `points` has shape (n, 2), `classes` (n,). Raises ValueError when they do not fit.
    """
    plane, groups = _plane(points), _groups(points, classes)
    finite = np.isfinite(plane).all(axis=1)
    kept = plane[finite]
    low, high = _extent(kept)
    shown: list[Data] = []
    for name, member in groups[:CLASSES_SHOWN]:
        chosen = plane[member & finite]
        share = max(1, POINTS_SHOWN // max(1, min(len(groups), CLASSES_SHOWN)))
        every = max(1, -(-len(chosen) // share))
        shown.append(
            {
                "name": name,
                "count": len(chosen),
                "mean": [pack(float(v)) for v in _mean(chosen)] if len(chosen) else [],
                "points": [[_short(x), _short(y)] for x, y in chosen[::every].tolist()],
            }
        )
    return {
        "x": [float(low[0]), float(high[0])],
        "y": [float(low[1]), float(high[1])],
        "groups": shown,
        "left_out": max(0, len(groups) - CLASSES_SHOWN),
        "broken": int((~finite).sum()),
        "correlation": _correlation(kept),
    }


def boundary_data(predict: Callable[[Any], Any], points: Any, classes: Any = None) -> Data:
    """What `predict` says over the plane around `points`, row by row from the top.

    `predict` maps (n, 2) to n classes (integers), n scores (of class 1: probabilities when all lie
    between 0 and 1, else logits) or (n, k) scores. Raises ValueError for other shapes.
    """
    data = points_data(points, classes)
    (left, right), (bottom, top) = data["x"], data["y"]
    xs, ys = _between(left, right, GRID_COLUMNS), _between(top, bottom, GRID_ROWS)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    regions = decide(predict(_singles(grid)), len(grid))
    data["regions"] = regions.reshape(GRID_ROWS, GRID_COLUMNS).tolist()
    if classes is not None:
        plane = _plane(points)
        known = np.asarray(classes).reshape(-1)
        found = decide(predict(_singles(plane)), len(plane))
        data["right"] = float((found == known).mean())
    return data


def _between(start: float, end: float, count: int) -> Array:
    """Evenly spread numbers. The distance of the ends may be larger than any float."""
    share = np.linspace(0.0, 1.0, count)
    return np.asarray(start * (1.0 - share) + end * share)


def _singles(points: Array) -> jax.Array:
    """As float32; what is too large for it becomes infinite."""
    with np.errstate(over="ignore"):
        return jax.numpy.asarray(points.astype(np.float32))


def decide(said: Any, count: int) -> Array:
    """Classes out of what a classifier returns for `count` points."""
    scores = np.asarray(said)
    if scores.shape == (count, 1):
        scores = scores[:, 0]
    if scores.ndim == 2 and scores.shape[0] == count:
        return np.asarray(scores.argmax(axis=1))
    if scores.shape != (count,):
        raise ValueError(
            f"show: for {count} points the function returned shape {scores.shape}; "
            f"({count},) or ({count}, classes) is needed. Is vmap missing?"
        )
    if scores.dtype.kind in "biu":
        return np.asarray(scores.astype(int))
    finite = scores[np.isfinite(scores)]
    probability = finite.size > 0 and finite.min() >= 0 and finite.max() <= 1
    return (scores > (0.5 if probability else 0.0)).astype(int)


def _plane(points: Any) -> Array:
    plane = np.asarray(points)
    if plane.ndim != 2 or plane.shape[1] != 2:
        raise ValueError(f"show: points need shape (n, 2), these have {plane.shape}.")
    return plane.astype(np.float64)


def _groups(points: Any, classes: Any) -> list[tuple[str, Array]]:
    count = len(points)
    if classes is None:
        return [("", np.ones(count, bool))]
    known = np.asarray(classes).reshape(-1)
    if known.shape != (count,):
        raise ValueError(f"show: {count} points, but {known.size} classes.")
    return [(str(value), known == value) for value in np.unique(known)]


def _mean(points: Array) -> Array:
    with np.errstate(over="ignore", invalid="ignore"):
        return np.asarray(points.mean(axis=0))


def _extent(points: Array) -> tuple[Array, Array]:
    if not len(points):
        return np.zeros(2), np.ones(2)
    low, high = points.min(axis=0), points.max(axis=0)
    with np.errstate(over="ignore"):
        room = (high / 2 - low / 2) * 2 * MARGIN
        room = np.where(room > 0, room, np.maximum(np.abs(low) * MARGIN, 0.5))
        low, high = low - room, high + room
    most = np.finfo(np.float64).max
    return np.clip(low, -most, most), np.clip(high, -most, most)


def _correlation(points: Array) -> float | None:
    if len(points) < 3:
        return None
    with np.errstate(all="ignore"):
        value = np.corrcoef(points.T)[0, 1]
    return float(value) if np.isfinite(value) else None


def _short(value: float) -> float:
    short = float(f"{value:.5g}")
    return short if abs(short) < float("inf") else value
