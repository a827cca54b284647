"""What comes due: derived from the course, what was done in lessons, and all reviews. Nothing of
it is stored, so it is the same on every machine that has the same history.

| what | is in play once | first asked |
| --- | --- | --- |
| a card | the step where it stands was seen | the next day |
| a quiz question | it was answered | after a day when the first answer was wrong, else a week |
| a prediction | it was missed | the next day |
| an exercise | it was passed | after some days: the fewer tries and hints, the later |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from tutor.course import model
from tutor.study.clock import day, moment
from tutor.study.memory import Memory, remembered
from tutor.study.records import Answer, Grade, Review, StepState

ItemKind = Literal["card", "quiz", "predict", "exercise"]

COST = {"card": 20, "quiz": 30, "predict": 45, "exercise": 180}
"""Seconds that one of a kind takes, about."""


@dataclass(frozen=True)
class Item:
    """Something that can be asked again."""

    kind: ItemKind
    step: str
    """Full id of the step where it stands."""
    name: str = ""
    """Of a card its id; of a question its number in the step."""

    @property
    def key(self) -> str:
        """What reviews call it. A card keeps its history when it moves to another step."""
        match self.kind:
            case "card":
                return f"card:{self.name}"
            case "exercise":
                return f"exercise:{self.step}"
        return f"{self.kind}:{self.step}:{self.name}"

    @property
    def lesson(self) -> str:
        return self.step.partition("/")[0]

    @property
    def seconds(self) -> int:
        """How long it takes, about."""
        return COST[self.kind]


@dataclass(frozen=True)
class Scheduled:
    """An item in play, and when it is due."""

    item: Item
    due: datetime
    met: datetime
    """When it came into play."""
    memory: Memory | None
    """None for a card that was never asked."""
    missed: bool
    """The last answer was wrong."""
    order: int
    """Place in the course."""

    def is_due(self, now: datetime) -> bool:
        """Whether it is due on the learner's calendar day of `now`."""
        return day(self.due) <= day(now)


def items(lesson: model.Lesson) -> Iterator[Item]:
    """Everything in a lesson that can come due, in the order of its pages."""
    for step in lesson.steps:
        full = step.full_id
        questions = [block for block in step.blocks if isinstance(block, model.Question)]
        predictions = [block for block in step.blocks if isinstance(block, model.Prediction)]
        for number in range(1, len(predictions) + 1):
            yield Item("predict", full, str(number))
        if step.exercise is not None:
            yield Item("exercise", full)
        for number in range(1, len(questions) + 1):
            yield Item("quiz", full, str(number))
        for card in lesson.cards:
            if card.step == step.id:
                yield Item("card", full, card.id)


def reached(states: Mapping[str, StepState]) -> set[str]:
    """The lessons that have anything in play: no other has to be read."""
    return {step.partition("/")[0] for step in states if "/" in step}


def schedule(
    everything: Sequence[Item],
    states: Mapping[str, StepState],
    answers: Iterable[Answer],
    reviews: Iterable[Review],
) -> list[Scheduled]:
    """What of `everything`, the items of a course in order, is in play."""
    told: dict[str, list[Answer]] = {}
    for answer in answers:
        told.setdefault(answer.step, []).append(answer)
    graded: dict[str, list[tuple[datetime, Grade]]] = {}
    for review in reviews:
        graded.setdefault(review.item, []).append((moment(review.time), review.grade))
    found: list[Scheduled] = []
    alone = _alone(everything)
    for order, item in enumerate(everything):
        met = _met(item, states, told.get(item.step, []), item.key in alone)
        if met is None:
            continue
        when, first = met
        given = graded.get(item.key, [])
        memory = remembered(([(when, first)] if first else []) + given)
        last = max(given)[1] if given else first
        due = memory.due if memory is not None else when + timedelta(days=1)
        found.append(Scheduled(item, due, when, memory, last == "again", order))
    return found


def due(scheduled: Iterable[Scheduled], now: datetime) -> list[Scheduled]:
    """What is due today, what was missed first, then by how long it has been due."""
    found = [one for one in scheduled if one.is_due(now)]
    return sorted(found, key=lambda one: (not one.missed, day(one.due), one.order))


def session(waiting: Sequence[Scheduled], minutes: int) -> list[Scheduled]:
    """What of `waiting` fits into so many minutes, in its order; at least one."""
    room = minutes * 60
    found: list[Scheduled] = []
    for one in waiting:
        if one.item.seconds <= room or not found:
            found.append(one)
            room -= one.item.seconds
    return found


def minutes(waiting: Iterable[Scheduled]) -> int:
    """How long all of `waiting` takes, about; at least 1."""
    seconds = sum(one.item.seconds for one in waiting)
    return max(1, round(seconds / 60))


def upcoming(scheduled: Iterable[Scheduled], now: datetime) -> tuple[datetime, int] | None:
    """When something is due that is not due today, and how many things on that day."""
    later = sorted(one.due for one in scheduled if not one.is_due(now))
    if not later:
        return None
    return later[0], sum(day(one) == day(later[0]) for one in later)


# --- how lessons bring things into play ------------------------------------------------------


def _alone(everything: Sequence[Item]) -> set[str]:
    """Keys of questions that are the only ones of their kind in their step."""
    counts: dict[tuple[str, str], list[str]] = {}
    for item in everything:
        counts.setdefault((item.kind, item.step), []).append(item.key)
    return {keys[0] for keys in counts.values() if len(keys) == 1}


def _met(
    item: Item, states: Mapping[str, StepState], answers: Sequence[Answer], alone: bool
) -> tuple[datetime, Grade | None] | None:
    """When `item` came into play, and the grade that the lesson amounts to; None: not yet."""
    match item.kind:
        case "card":
            state = states.get(item.step)
            return (moment(state.first), None) if state is not None and state.first else None
        case "quiz":
            return _quiz(answers, int(item.name), alone)
        case "predict":
            return _missed(answers, int(item.name), alone)
        case "exercise":
            return _passed(answers)


def _about(answers: Sequence[Answer], kind: str, number: int, alone: bool) -> list[Answer]:
    """The answers to one question of a step."""
    return [
        one
        for one in answers
        if one.kind == kind and (one.question == number or (alone and not one.question))
    ]


def _right(answer: Answer) -> bool:
    return answer.verdict != "fail" if answer.correct is None else answer.correct


def _quiz(
    answers: Sequence[Answer], number: int, alone: bool
) -> tuple[datetime, Grade | None] | None:
    found = _about(answers, "quiz", number, alone)
    if not found:
        return None
    return moment(found[0].time), "easy" if _right(found[0]) else "again"


def _missed(
    answers: Sequence[Answer], number: int, alone: bool
) -> tuple[datetime, Grade | None] | None:
    for one in _about(answers, "predict", number, alone):
        if not _right(one):
            return moment(one.time), "again"
    return None


def _passed(answers: Sequence[Answer]) -> tuple[datetime, Grade | None] | None:
    failed = shown = False
    for one in answers:
        if one.kind == "solution-shown":
            shown = True
        elif one.kind == "check" and one.verdict == "fail":
            failed = True
        elif one.kind == "check" and one.verdict == "pass":
            grade: Grade = "hard" if shown else "good" if failed or one.hints else "easy"
            return moment(one.time), grade
    return None
