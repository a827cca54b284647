"""Which choice of a prediction came true."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tutor import events
from tutor.course.model import Choice, Prediction


@dataclass(frozen=True)
class Outcome:
    """What a run showed, as far as predictions are about it."""

    stdout: str = ""
    exceptions: tuple[str, ...] = ()
    """Name of the class that ended it, then those of its bases; () when it ended well."""
    last: Mapping[str, float] = field(default_factory=dict)
    """Curve -> its last value."""
    medians: Mapping[str, float] = field(default_factory=dict)
    """Contestant -> median seconds."""
    undecided: frozenset[frozenset[str]] = frozenset()
    """Pairs of contestants that were too close to tell."""


def outcome(stream: Iterable[events.AnyEvent]) -> Outcome:
    """The outcome of the run that gave these events."""
    text: list[str] = []
    exceptions: tuple[str, ...] = ()
    last: dict[str, float] = {}
    medians: dict[str, float] = {}
    undecided: set[frozenset[str]] = set()
    for event in stream:
        if isinstance(event, events.Output) and event.stream == "stdout":
            text.append(event.text)
        elif isinstance(event, events.Metric):
            last.update((name, events.unpack(value)) for name, value in event.values.items())
        elif isinstance(event, events.Timing):
            medians.update((row.name, row.median) for row in event.rows)
            undecided.update(frozenset(pair) for pair in event.undecided)
        elif isinstance(event, events.ErrorEvent) and event.evidence.exceptions:
            raised = event.evidence.exceptions[0]
            exceptions = (raised.name, *raised.bases)
    return Outcome("".join(text), exceptions, last, medians, frozenset(undecided))


def decide(prediction: Prediction, result: Outcome) -> frozenset[int]:
    """Indices of the choices that came true.

    None, when two contestants were too close to tell: noise decides nothing.
    """
    return frozenset(
        index for index, choice in enumerate(prediction.choices) if came_true(choice, result)
    )


def came_true(choice: Choice, result: Outcome) -> bool:
    """Whether the run did what `choice` says.

    A curve that ended as NaN counts as infinitely high.
    """
    match choice.condition:
        case "prints":
            return not result.exceptions and same_output(choice.operand, result.stdout)
        case "raises":
            return choice.operand in result.exceptions
        case "lowest":
            return _first(choice.operand, result.last, 1)
        case "highest":
            return _first(choice.operand, result.last, -1)
        case "fastest" | "slowest":
            sign = 1 if choice.condition == "fastest" else -1
            close = any(choice.operand in pair for pair in _contested(result, sign))
            return not close and _first(choice.operand, result.medians, sign)
        case _:
            return False


def same_output(one: str, other: str) -> bool:
    """Whether two printed texts are equal when all whitespace counts as one space."""
    return one.split() == other.split()


def same_answer(typed: str, printed: str) -> bool:
    """Whether somebody who typed this knew what is printed.

    Commas and line breaks count as spaces, beside colons and brackets it does not matter whether
    there is one, `"` is as good as `'`, and `2` as good as `2.` or `2.0`: whoever has the values
    right should not fail by `(7,4)` for `(7, 4)`, or `6, True` for `6.0 True`.
    """
    return _essence(typed) == _essence(printed)


def same_values(typed: str, printed: str) -> bool:
    """Whether this has the same values in the same order, perhaps in other brackets."""
    return bool(_values(typed)) and _values(typed) == _values(printed)


_NUMBER = re.compile(r"(?<![\w.])(\d*)\.(\d*)(?![\w.])")


def _essence(text: str) -> str:
    folded = " ".join(text.replace('"', "'").replace(",", " ").split())
    return re.sub(r" ?([][(){}:]) ?", r"\1", _NUMBER.sub(_shortest, folded))


def _shortest(number: re.Match[str]) -> str:
    whole, fraction = number[1], number[2].rstrip("0")
    if not number[1] + number[2]:
        return number[0]
    return f"{whole or 0}.{fraction}" if fraction else whole or "0"


def _values(text: str) -> list[str]:
    return re.sub(r"[][(){}:']", " ", _essence(text)).split()


def _first(name: str, values: Mapping[str, float], sign: int) -> bool:
    ranks = {
        known: sign * (math.inf if math.isnan(value) else value) for known, value in values.items()
    }
    return name in ranks and ranks[name] == min(ranks.values())


def _contested(result: Outcome, sign: int) -> set[frozenset[str]]:
    """Pairs too close to tell that hold the contestant which came first."""
    if not result.medians:
        return set()
    first = min(result.medians, key=lambda name: sign * result.medians[name])
    return {pair for pair in result.undecided if first in pair}
