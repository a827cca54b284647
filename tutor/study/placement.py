"""Where to start: a few questions in the order of the lessons, until two are missed in a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tutor.study.records import Attempt
from tutor.study.store import Store

STEP = "placement"
"""Under this name answers and result stand in the store; it belongs to no lesson."""
MISSES = 2
"""In a row: what follows is not known either, and asking on would only discourage."""


@dataclass(frozen=True)
class Result:
    """What a placement suggests; nothing is locked by it."""

    start: str
    """Id of the lesson to start with."""
    known: tuple[str, ...]
    """Ids of lessons before it that need not be read."""
    again: tuple[str, ...]
    """Ids of lessons before it that are worth a look: their question was missed."""


class Placing:
    """A placement under way. `lessons` are those that have a question, in order."""

    def __init__(self, lessons: Sequence[str]) -> None:
        self._lessons = tuple(lessons)
        self._answers: list[bool | None] = []

    @property
    def number(self) -> int:
        """Of the present question, from 0."""
        return len(self._answers)

    @property
    def over(self) -> bool:
        """Whether nothing is left to ask."""
        told = [answer for answer in self._answers if answer is not None]
        row = len(told) >= MISSES and not any(told[-MISSES:])
        return row or len(self._answers) == len(self._lessons)

    def answer(self, correct: bool | None) -> None:
        """Take the answer to the present question; None when it could not be decided."""
        if not self.over:
            self._answers.append(correct)

    def result(self, order: Sequence[str]) -> Result:
        """What to suggest; `order` are the ids of all lessons of the course."""
        told = [
            (lesson, answer)
            for lesson, answer in zip(self._lessons, self._answers, strict=False)
            if answer is not None
        ]
        end = [lesson for lesson, _answer in told]
        while told and not told[-1][1]:
            told.pop()
        if not told:
            return Result(order[0], (), ())
        missed_at_the_end = end[len(told) :]
        following = order.index(told[-1][0]) + 1
        start = missed_at_the_end[0] if missed_at_the_end else order[min(following, len(order) - 1)]
        before = order[: order.index(start)]
        missed = {lesson for lesson, answer in told if not answer}
        return Result(
            start,
            tuple(lesson for lesson in before if lesson not in missed),
            tuple(lesson for lesson in before if lesson in missed),
        )


def answered(lesson: str, guess: str, correct: bool) -> Attempt:
    """An answer, for the store."""
    details = {"question": lesson, "correct": "yes" if correct else "no"}
    return Attempt(STEP, "placement", guess=guess, details=details)


def found(result: Result) -> Attempt:
    """A result, for the store."""
    details = {
        "start": result.start,
        "known": " ".join(result.known),
        "again": " ".join(result.again),
    }
    return Attempt(STEP, "placement", details=details)


def latest(store: Store, aliases: Mapping[str, str]) -> Result | None:
    """The last result in the store, with today's ids of lessons. Raises StoreError."""
    for attempt in reversed(store.attempts(STEP, "placement")):
        start = attempt.details.get("start")
        if start:
            known, again = (
                tuple(aliases.get(name, name) for name in attempt.details.get(key, "").split())
                for key in ("known", "again")
            )
            return Result(aliases.get(start, start), known, again)
    return None
