"""A sitting of reviews: what is due, in which order it is asked, and the words for both.

Front ends show and collect; what an answer is worth is decided here.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tutor.course import model
from tutor.locale import mark, translator
from tutor.study import deck
from tutor.study.clock import day
from tutor.study.deck import Item, Scheduled
from tutor.study.memory import intervals
from tutor.study.records import GRADES, Grade, Review
from tutor.study.store import Store

_ = translator("study")

LENGTHS = (5, 10, 20)
"""Minutes that a sitting may have."""
LONGEST = 600.0
"""Seconds that an answer counts at most: somebody went for coffee."""

_GRADES = {
    "again": mark("again"),
    "hard": mark("hard"),
    "good": mark("good"),
    "easy": mark("easy"),
}


@dataclass(frozen=True)
class Outlook:
    """What is due now, and when something will be."""

    now: datetime
    due: tuple[Scheduled, ...] = ()
    upcoming: tuple[datetime, int] | None = None
    """The next day on which anything is due that is not due today, and how many things."""
    mistakes: Mapping[str, int] = field(default_factory=dict)
    """Lesson -> how many of its questions were answered wrong the last time."""

    @property
    def minutes(self) -> int:
        """How long everything that is due takes, about."""
        return deck.minutes(self.due)


def outlook(store: Store, everything: Callable[[], Sequence[Item]]) -> Outlook:
    """What is due. `everything` gives the items of the course in order, and is asked only when
    there can be anything. Raises StoreError."""
    now, states = store.now(), store.states()
    if not deck.reached(states):
        return Outlook(now)
    known = deck.schedule(everything(), states, store.answers(), store.reviews())
    mistakes = Counter(one.item.lesson for one in known if one.missed)
    return Outlook(now, tuple(deck.due(known, now)), deck.upcoming(known, now), mistakes)


class Round:
    """The items of one sitting, one after the other. A grade is stored when it is given, so
    leaving loses nothing: what was not answered is still due."""

    def __init__(self, store: Store, todo: Sequence[Scheduled]) -> None:
        self._store = store
        self._todo = tuple(todo)
        self._place = 0
        self._since = time.monotonic()
        self.grades: dict[int, Grade] = {}
        """Place -> what its answer was worth."""

    @property
    def current(self) -> Scheduled | None:
        """What is asked now; None when the sitting is over."""
        return self._todo[self._place] if self._place < len(self._todo) else None

    @property
    def number(self) -> int:
        """Of the current item, from 1."""
        return min(self._place + 1, len(self._todo))

    @property
    def count(self) -> int:
        return len(self._todo)

    @property
    def minutes(self) -> int:
        """How long the rest takes, about."""
        return deck.minutes(self._todo[self._place :])

    @property
    def answered(self) -> bool:
        """Whether the current item has its grade."""
        return self._place in self.grades

    def days(self) -> dict[Grade, int]:
        """Days until the current item comes again, for each grade."""
        assert self.current is not None
        return intervals(self.current.memory, self._store.now())

    def grade(self, grade: Grade, answer: str = "", language: str = "") -> None:
        """Store what the answer to the current item is worth; only the first grade counts.

        Raises StoreError.
        """
        if self.current is None or self.answered:
            return
        self.grades[self._place] = grade
        item = self.current.item
        seconds = min(time.monotonic() - self._since, LONGEST)
        self._store.review(
            Review(item.key, item.step, grade, answer, round(seconds, 1), language=language)
        )

    def forward(self) -> None:
        """On to the next item. One without a grade stays due."""
        self._place = min(self._place + 1, len(self._todo))
        self._since = time.monotonic()


# --- what an answer is worth -----------------------------------------------------------------


def of_guesses(correct: bool, guesses: int) -> Grade:
    """A question: right at once is good, right at the second try hard."""
    if not correct:
        return "again"
    return "good" if guesses == 1 else "hard"


def of_verdict(failures: int, looked: bool) -> Grade:
    """An exercise that was passed: after how many failed checks, and whether the old answer was
    looked at."""
    if looked:
        return "again"
    return "hard" if failures else "good"


# --- finding and telling ---------------------------------------------------------------------


def position(step: model.Step, item: Item) -> int:
    """Where the block of a question or an exercise stands among those of `step`."""
    kinds: dict[str, type] = {
        "quiz": model.Question,
        "predict": model.Prediction,
        "exercise": model.ExerciseBlock,
    }
    found = [i for i, block in enumerate(step.blocks) if isinstance(block, kinds[item.kind])]
    return found[int(item.name) - 1 if item.name else 0]


def grade_word(grade: Grade) -> str:
    """How a grade is called."""
    return _(_GRADES[grade])


def days_words(days: int) -> str:
    """ "3 days"."""
    return _.plural("{n} day", "{n} days", days).format(n=days)


def grade_words(grade: Grade, days: int) -> str:
    """ "good: 3 days"."""
    return _("{grade}: {days}").format(grade=grade_word(grade), days=days_words(days))


def due_words(found: Outlook) -> str:
    """ "6 due today"."""
    return _.plural("{n} due today", "{n} due today", len(found.due)).format(n=len(found.due))


def minutes_words(minutes: int) -> str:
    """ "about 5 minutes"; of more than an hour and a half the hours."""
    if minutes > 90:
        hours = round(minutes / 60)
        return _.plural("about {n} hour", "about {n} hours", hours).format(n=hours)
    return _.plural("about {n} minute", "about {n} minutes", minutes).format(n=minutes)


def next_words(found: Outlook) -> str:
    """When something is due that is not due today."""
    if found.upcoming is None:
        return _("What you learn comes back here: cards, questions, exercises.")
    when, count = found.upcoming
    distance = (day(when) - day(found.now)).days
    if distance == 1:
        return _("Next: tomorrow, {count} due.").format(count=count)
    return _("Next: in {days} days, on {date}, {count} due.").format(
        days=distance, date=day(when).isoformat(), count=count
    )


def sum_words(grades: Sequence[Grade]) -> str:
    """How a sitting went: "again: 1   good: 4"."""
    counts = [(grade, list(grades).count(grade)) for grade in GRADES]
    return "   ".join(
        _("{grade}: {days}").format(grade=grade_word(grade), days=count)
        for grade, count in counts
        if count
    )
