"""One axis of a plot: from values to dots, and which values to label."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from tutor.charts.numbers import number

SMALLEST, BIGGEST = 5e-324, sys.float_info.max
"""Of the positive floats."""
LOG_FROM = 100.0
"""A logarithmic scale is chosen when the largest value is so many times the smallest one."""


@dataclass(frozen=True)
class Axis:
    """Maps values between `low` and `high` onto dots 0 .. `dots` - 1, linearly or by logarithm."""

    low: float
    high: float
    dots: int
    log: bool = False

    def dot(self, value: float) -> float | None:
        """The place of a finite value in dots, not rounded; None when a logarithm has none."""
        return self.mapper()(value)

    def mapper(self) -> Callable[[float], float | None]:
        """`dot` as a function that is quick to call many times."""
        # The distance between two large floats may be larger than any float, and half of the
        # smallest one is nothing.
        unit = 0.5 if max(abs(self.low), abs(self.high)) > 1.0 else 1.0
        low = math.log10(self.low) if self.log else self.low * unit
        high = math.log10(self.high) if self.log else self.high * unit
        span, most, log = high - low, self.dots - 1, self.log

        def middle(value: float) -> float | None:
            return most / 2

        def place(value: float) -> float | None:
            if not log:
                return (value * unit - low) / span * most
            return (math.log10(value) - low) / span * most if value > 0 else None

        return place if span > 0 else middle


def wants_log(values: Sequence[float], log_scale: bool | Literal["auto"]) -> bool:
    """Whether finite `values` get a logarithmic scale; "auto" is for the values to decide."""
    if log_scale == "auto":
        low = min(values)
        return low > 1e-300 and max(values) / low >= LOG_FROM
    return bool(log_scale) and any(value > 0 for value in values)


def value_axis(low: float, high: float, dots: int, log: bool) -> Axis:
    """An axis for values, widened when all are the same."""
    if low == high:
        if log:
            low, high = max(low / 10, SMALLEST), min(high * 10, BIGGEST)
        else:
            reach = abs(low) * 0.1 or 1.0
            low, high = max(low - reach, -BIGGEST), min(high + reach, BIGGEST)
    return Axis(low, high, dots, log)


def ticks(axis: Axis, most: int, whole: bool = False) -> list[tuple[float, str]]:
    """At most about `most` round values inside the axis, with their labels."""
    if axis.log:
        return _decades(axis, most)
    return _linear(axis.low, axis.high, most, whole)


def _decades(axis: Axis, most: int) -> list[tuple[float, str]]:
    first = math.ceil(math.log10(axis.low) - 1e-9)
    last = math.floor(math.log10(axis.high) + 1e-9)
    if last - first < 1:
        found = [
            (float(f"{digit}e{exponent}"), number(float(f"{digit}e{exponent}")))
            for exponent in range(max(first - 1, -307), min(last + 1, 307) + 1)
            for digit in (1, 2, 5)
        ]
        inside = [tick for tick in found if axis.low <= tick[0] <= axis.high]
        if len(inside) >= 2:
            return inside
        return [(axis.low, number(axis.low)), (axis.high, number(axis.high))]
    every = max(1, math.ceil((last - first + 1) / max(1, most)))
    exponents = [exponent for exponent in range(first, last + 1) if exponent % every == 0]
    return [(10.0**exponent, f"10^{exponent}") for exponent in exponents if exponent <= 308]


def _linear(low: float, high: float, most: int, whole: bool) -> list[tuple[float, str]]:
    span = high / 2 - low / 2
    if not span > 0:
        return [(low, number(low))]
    rough = span / max(1, most) * 2
    if rough < 1e-300 or not math.isfinite(rough):
        return [(low, number(low)), (high, number(high))]
    power = math.floor(math.log10(rough))
    if power > 306:
        return [(low, number(low)), (high, number(high))]
    unit = 10.0**power
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough * 0.999)
    if whole:
        step = max(1.0, step)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    if last - first > 100 or first > last:
        # Either the values differ by less than floats can tell, or no round value lies between.
        return [(low, number(low)), (high, number(high))]
    values = [index * step for index in range(first, last + 1)]
    return [(value, _label(value, step)) for value in values]


def _label(value: float, step: float) -> str:
    largest = max(abs(value), step)
    if largest >= 1e6 or step < 1e-4:
        text = f"{value:.3g}"
        return "0" if float(text) == 0 else text
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    text = f"{value:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text
