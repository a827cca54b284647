"""Which share of a Run went where: intervals of time that nest and overlap, counted once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Interval = tuple[float, float]


def union(intervals: Iterable[Interval]) -> list[Interval]:
    """The same time as disjoint intervals in order."""
    merged: list[Interval] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        elif end > start:
            merged.append((start, end))
    return merged


def length(intervals: Iterable[Interval]) -> float:
    return sum(end - start for start, end in intervals)


def split(layers: Sequence[tuple[str, Iterable[Interval]]], whole: Interval) -> dict[str, float]:
    """Seconds of `whole` that belong to each layer; time in several belongs to the first of them.

    What is in none is called "python".
    """
    shares: dict[str, float] = {}
    taken: list[Interval] = []
    known = 0.0
    for name, intervals in layers:
        inside = ((max(a, whole[0]), min(b, whole[1])) for a, b in intervals)
        taken = union([*taken, *(part for part in inside if part[1] > part[0])])
        total = length(taken)
        shares[name] = total - known
        known = total
    shares["python"] = max(0.0, whole[1] - whole[0] - known)
    return shares
