"""What is done of a course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tutor.study.records import State, StepState

_NEW = StepState("new")
_WITHOUT_QUESTION = frozenset({"read"})
_TO_BE_RUN = frozenset({"run", "timing", "compare"})


class _Step(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def kind(self) -> str: ...


class _Lesson(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def minutes(self) -> int: ...
    @property
    def steps(self) -> Sequence[_Step]: ...


class _Course(Protocol):
    """A Course, or its outline, which is read much faster."""

    @property
    def lessons(self) -> Sequence[_Lesson]: ...


@dataclass(frozen=True)
class StepProgress:
    """One step, with what is known of it."""

    step: str
    """Full id."""
    title: str
    kind: str
    state: State
    done: bool
    known: StepState


@dataclass(frozen=True)
class LessonProgress:
    """One lesson."""

    lesson: str
    title: str
    minutes: int
    steps: tuple[StepProgress, ...]

    @property
    def done(self) -> int:
        """How many steps are done."""
        return sum(step.done for step in self.steps)

    @property
    def complete(self) -> bool:
        return self.done == len(self.steps)

    @property
    def started(self) -> bool:
        return any(step.state != "new" for step in self.steps)


def is_done(kind: str, state: StepState) -> bool:
    """A page to read was seen, a snippet was run, a question or an exercise was passed.

    A shown solution passes nothing.
    """
    if kind in _WITHOUT_QUESTION:
        return state.state != "new"
    if kind in _TO_BE_RUN:
        return state.state in ("tried", "passed")
    return state.state == "passed"


def summary(course: _Course, states: Mapping[str, StepState]) -> tuple[LessonProgress, ...]:
    """Every lesson of a course (or of its outline) with its steps."""
    return tuple(
        LessonProgress(
            lesson.id,
            lesson.title,
            lesson.minutes,
            tuple(_step(lesson.id, step, states) for step in lesson.steps),
        )
        for lesson in course.lessons
    )


def _step(lesson: str, step: _Step, states: Mapping[str, StepState]) -> StepProgress:
    name = f"{lesson}/{step.id}"
    state = states.get(name, _NEW)
    done = is_done(step.kind, state)
    return StepProgress(name, step.title, step.kind, state.state, done, state)
