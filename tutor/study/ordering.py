"""Lines that a learner puts in order, and the draft that keeps them."""

from __future__ import annotations

import zlib
from collections import Counter
from dataclasses import dataclass

from tutor.course import parsons
from tutor.course.model import Exercise

ASIDE = "#- "
"""Before each line left aside, in the draft: so the draft is a program too."""


@dataclass(frozen=True)
class Order:
    """Lines in use, in their order, and those left aside."""

    used: tuple[str, ...]
    aside: tuple[str, ...] = ()


def shuffled(exercise: Exercise, step: str) -> Order:
    """All lines, mixed; the same mixture each time for one step."""
    return Order(parsons.shuffle(exercise, zlib.crc32(step.encode())))


def draft_of(order: Order) -> str:
    """The draft that keeps `order`."""
    return "\n".join([*order.used, *(ASIDE + line for line in order.aside)])


def order_of(draft: str | None, exercise: Exercise, step: str) -> Order:
    """The order that a draft holds; the mixture when its lines are not those of the exercise."""
    fresh = shuffled(exercise, step)
    if draft is None:
        return fresh
    lines = [line for line in draft.split("\n") if line.strip()]
    used = tuple(line for line in lines if not line.startswith(ASIDE))
    aside = tuple(line.removeprefix(ASIDE) for line in lines if line.startswith(ASIDE))
    return Order(used, aside) if Counter(used + aside) == Counter(fresh.used) else fresh
