"""From an id that somebody typed to a lesson or step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tutor.course.model import Course, Lesson, Step
from tutor.course.sources import nearest
from tutor.errors import UnknownId
from tutor.locale import translator

_ = translator("course")


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


class _HasSteps(_HasId, Protocol):
    @property
    def steps(self) -> Sequence[_HasId]: ...


class _HasLessons(Protocol):
    """A Course or an Outline."""

    @property
    def lessons(self) -> Sequence[_HasSteps]: ...

    @property
    def aliases(self) -> dict[str, str]: ...


def resolve(course: _HasLessons, target: str) -> tuple[str, str]:
    """`target` ("lesson" or "lesson/step") as lesson id and step id; the step is "" for a lesson.

    Old ids lead to present ones. Raises UnknownId with the nearest ids.
    """
    name = target.strip().strip("/")
    ids = {lesson.id: {step.id for step in lesson.steps} for lesson in course.lessons}
    lesson, _slash, step = _renamed(name, course.aliases).partition("/")
    if lesson in ids and (not step or step in ids[lesson]):
        return lesson, step
    if lesson in ids:
        steps = {f"{lesson}/{known}" for known in ids[lesson]}
        everywhere = {f"{other}/{step}" for other in ids if step in ids[other]}
        close = tuple(dict.fromkeys([*sorted(everywhere), *nearest(name, steps)]))
        raise UnknownId(
            _("{lesson} has no step {name}.").format(lesson=lesson, name=repr(step)),
            close or tuple(sorted(steps)[:3]),
        )
    everything = {*ids, *(f"{known}/{one}" for known in ids for one in ids[known])}
    alone = {f"{known}/{name}" for known in ids if name in ids[known]}
    raise UnknownId(
        _("there is no lesson or step {name}.").format(name=repr(name)),
        tuple(dict.fromkeys([*sorted(alone), *nearest(name, everything)])),
    )


def find(course: Course, target: str) -> Lesson | Step:
    """The lesson or step `target` of a whole course. Raises UnknownId with the nearest ids."""
    lesson_id, step_id = resolve(course, target)
    lesson = next(lesson for lesson in course.lessons if lesson.id == lesson_id)
    if not step_id:
        return lesson
    return next(step for step in lesson.steps if step.id == step_id)


def _renamed(name: str, aliases: dict[str, str]) -> str:
    """`name` with its aliases applied, of the step first, then of the lesson."""
    for _turn in range(len(aliases) + 1):
        lesson, slash, step = name.partition("/")
        if name in aliases:
            name = aliases[name]
        elif slash and lesson in aliases:
            name = f"{aliases[lesson]}/{step}"
        else:
            break
    return name
