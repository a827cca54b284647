"""What is done of a course."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tutor.course.model import Course, Step
from tutor.study.records import State, StepState

_NEW = StepState("new")
_WITHOUT_QUESTION = frozenset({"read"})
_TO_BE_RUN = frozenset({"run", "timing", "compare"})


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


def summary(course: Course, states: Mapping[str, StepState]) -> tuple[LessonProgress, ...]:
    """Every lesson of the course with its steps."""
    return tuple(
        LessonProgress(
            lesson.id,
            lesson.title,
            lesson.minutes,
            tuple(_step(step, states.get(step.full_id, _NEW)) for step in lesson.steps),
        )
        for lesson in course.lessons
    )


def _step(step: Step, state: StepState) -> StepProgress:
    return StepProgress(
        step.full_id, step.title, step.kind, state.state, is_done(step.kind, state), state
    )
