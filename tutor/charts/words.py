"""Curves in words, for line mode and screen readers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from tutor.charts.axis import LOG_FROM
from tutor.charts.numbers import number, position
from tutor.charts.points import Point, Series
from tutor.charts.text import clean
from tutor.locale import translator

_ = translator("charts")

STEADY = 0.002
"""A curve "stays" when it moves by less than this share of its size."""
FLAT = 0.02
"""From here on a curve is "flat": it moves by less than this share of its range."""
MOVING = 0.02
"""A curve is "still falling" when its last tenth makes up more than this share of its range,"""
SHRINKING = 0.05
"""or more than this share of its last value."""
AWAY = 0.05
"""A lowest point is told when the end lies farther above it than this share of the range."""


def curves_words(series: Series) -> list[str]:
    """A sentence for each curve: "Curve lr=0.3: falls from 9.6 to 0.0098, flat after step 18."""
    return [_sentence(clean(name), points) for name, points in series.items()]


def _sentence(name: str, points: Sequence[Point]) -> str:
    finite = [(step, value) for step, value in points if math.isfinite(value)]
    broken = next(((step, value) for step, value in points if not math.isfinite(value)), None)
    if not points:
        return _("Curve {name}: no points.").format(name=name)
    if not finite:
        return _("Curve {name}: no finite value in {count} points.").format(
            name=name, count=len(points)
        )
    parts = [_course(finite, whole=math.isfinite(points[-1][1]))]
    if broken is not None:
        parts.append(
            _("becomes {value} at step {step}").format(
                value=number(broken[1]), step=position(broken[0])
            )
        )
    return _("Curve {name}: {parts}.").format(name=name, parts=_(", ").join(parts))


def _course(points: list[Point], whole: bool) -> str:
    """What the finite points do; how they end is told when the curve is `whole`."""
    (first_step, first), (last_step, last) = points[0], points[-1]
    if len(points) == 1:
        return _("one point, {value} at step {step}").format(
            value=number(last), step=position(last_step)
        )
    low_step, low = min(points, key=lambda point: point[1])
    high_step, high = max(points, key=lambda point: point[1])
    place = _place(low, high)
    span = place(high) - place(low)
    if high / 2 - low / 2 <= max(abs(low), abs(high)) / 2 * STEADY:
        return _("stays at {value} for {count} points").format(
            value=number(last), count=len(points)
        )
    change = (place(last) - place(first)) / span
    ends = {"first": number(first), "last": number(last)}
    if change <= -0.5:
        parts = [_("falls from {first} to {last}").format(**ends)]
    elif change >= 0.5:
        parts = [_("rises from {first} to {last}").format(**ends)]
    else:
        parts = [_("goes from {first} to {last}").format(**ends)]
    if (place(last) - place(low)) / span > AWAY and low_step != first_step:
        parts.append(
            _("lowest {value} at step {step}").format(value=number(low), step=position(low_step))
        )
    if (place(high) - place(last)) / span > AWAY and high_step != first_step:
        parts.append(
            _("highest {value} at step {step}").format(value=number(high), step=position(high_step))
        )
    tail = _tail([(step, place(value)) for step, value in points], span) if whole else ""
    if whole and not tail:
        tail = _shrinking(points)
    return _(", ").join([*parts, tail] if tail else parts)


def _shrinking(points: list[Point]) -> str:
    """Small steps of a small value: they count when it shrinks or grows by them."""
    last, before = points[-1][1], points[-1 - max(1, len(points) // 10)][1]
    if abs(before / 2 - last / 2) <= abs(last) * SHRINKING / 2:
        return ""
    return _("still falling") if last < before else _("still rising")


def _place(low: float, high: float) -> Callable[[float], float]:
    """Where a value stands: on a logarithmic scale where a plot would take one."""
    if low > 1e-300 and high / low >= LOG_FROM:
        return math.log10
    # Halved, since the distance between two floats may be larger than any float.
    return lambda value: value / 2


def _tail(points: list[Point], span: float) -> str:
    """How it ends: flat since when, or still on its way."""
    last = points[-1][1]
    flat_from = len(points) - 1
    while flat_from and abs(points[flat_from - 1][1] - last) <= FLAT * span:
        flat_from -= 1
    if len(points) - flat_from >= max(3, len(points) / 5):
        return _("flat after step {step}").format(step=position(points[flat_from][0]))
    before = points[-1 - max(1, len(points) // 10)][1]
    change = (last - before) / span
    if change < -MOVING:
        return _("still falling")
    if change > MOVING:
        return _("still rising")
    return ""
