"""How long something is remembered: FSRS, by the package `fsrs`, which only this module knows.

A memory is what follows from the grades so far and from nothing else: no random spread, so two
machines with the same reviews have the same schedule. Intervals are whole days; the package's steps
of minutes are for people who sit down every day, and are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from fsrs import Card, Rating, Scheduler, State

from tutor.study.records import GRADES, Grade

LONGEST_DAYS = 730
"""A course changes: nothing is put off for longer than two years."""

_SCHEDULER = Scheduler(
    learning_steps=(), relearning_steps=(), maximum_interval=LONGEST_DAYS, enable_fuzzing=False
)
_RATINGS: Mapping[str, Rating] = {
    "again": Rating.Again,
    "hard": Rating.Hard,
    "good": Rating.Good,
    "easy": Rating.Easy,
}


@dataclass(frozen=True)
class Memory:
    """What is remembered of one thing. `due` is when to ask again."""

    due: datetime
    last: datetime
    stability: float
    difficulty: float

    @property
    def days(self) -> int:
        """From the last grade to the next question."""
        return round((self.due - self.last) / timedelta(days=1))


def graded(memory: Memory | None, grade: Grade, when: datetime) -> Memory:
    """The memory after one more grade; None is something that was never graded."""
    if memory is None:
        card = Card(card_id=0, due=when)
    else:
        # A clock that was set back makes no time pass backwards.
        when = max(when, memory.last)
        card = Card(
            card_id=0,
            state=State.Review,
            stability=memory.stability,
            difficulty=memory.difficulty,
            due=memory.due,
            last_review=memory.last,
        )
    after, _log = _SCHEDULER.review_card(card, _RATINGS[grade], when)
    assert after.stability is not None and after.difficulty is not None
    return Memory(after.due, when, after.stability, after.difficulty)


def remembered(grades: Iterable[tuple[datetime, Grade]]) -> Memory | None:
    """The memory after a history, in whatever order it is given; None when it is empty."""
    memory: Memory | None = None
    for when, grade in sorted(grades):
        memory = graded(memory, grade, when)
    return memory


def intervals(memory: Memory | None, when: datetime) -> dict[Grade, int]:
    """Days until the next question for each grade that could be given now."""
    return {grade: graded(memory, grade, when).days for grade in GRADES}
