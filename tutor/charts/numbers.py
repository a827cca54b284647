"""Numbers for people: short, and the same everywhere."""

from __future__ import annotations

import math


def number(value: float, digits: int = 3) -> str:
    """About `digits` significant digits: 9.61, 0.00981, 41, 1.2e+09, nan, -inf."""
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == 0:
        return "0"
    if 10**digits <= abs(value) < 1e6:
        return f"{value:.0f}"
    return f"{value:.{digits}g}"


def position(step: float) -> str:
    """A step: whole numbers in full."""
    if math.isfinite(step) and step == int(step) and abs(step) < 1e15:
        return str(int(step))
    return number(step, 6)


def seconds(value: float) -> str:
    """A duration with its unit: 4.1 ms, 0.061 ms, 1.32 s."""
    if not math.isfinite(value) or value < 0:
        return "?"
    if value >= 0.1:
        return f"{number(value)} s"
    if value >= 1e-4:
        return f"{number(value * 1e3)} ms"
    return f"{number(value * 1e6)} µs"


def in_unit(value: float, unit: str) -> str:
    """A duration in "s", "ms" or "µs", so that a column compares."""
    if not math.isfinite(value) or value < 0:
        return "?"
    factor = {"s": 1.0, "ms": 1e3, "µs": 1e6}[unit]
    scaled = value * factor
    digits = 2 if 0 < scaled < 0.1 else 3
    return f"{number(scaled, digits)} {unit}"


def size(count: float) -> str:
    """Bytes: 12 B, 4.7 KB, 1.2 MB."""
    for unit in ("B", "KB", "MB", "GB"):
        if count < 1000 or unit == "GB":
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.3g} {unit}"
        count /= 1000
    raise AssertionError("unreachable")


def ratio(value: float) -> str:
    """How many times: 71, 2.3, 1.06."""
    if value >= 10:
        return f"{value:.0f}"
    return f"{value:.2g}" if value >= 1.2 else f"{value:.3g}"


def percent(value: float) -> str:
    """A spread: ±3 %, ±0.4 %."""
    if not math.isfinite(value):
        return "?"
    share = value * 100
    return f"±{share:.0f} %" if share >= 1 else f"±{share:.1g} %" if share > 0.05 else "±0 %"
