"""The course in the language that speaks; a lesson is read when it is opened."""

from __future__ import annotations

from pathlib import Path

from tutor.course import Outline, load_lesson, outline, resolve
from tutor.course.model import Lesson, Step
from tutor.locale import language


class Library:
    """Lessons and the way from one step to the next."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._outlines: dict[str, Outline] = {}
        self._lessons: dict[tuple[str, str], Lesson] = {}

    @property
    def outline(self) -> Outline:
        name = language()
        if name not in self._outlines:
            self._outlines[name] = outline(self.path, name)
        return self._outlines[name]

    @property
    def lessons(self) -> frozenset[str]:
        """Ids of all lessons."""
        return frozenset(lesson.id for lesson in self.outline.lessons)

    def lesson(self, lesson: str) -> Lesson:
        key = (language(), lesson)
        if key not in self._lessons:
            self._lessons[key] = load_lesson(self.path, language(), lesson)
        return self._lessons[key]

    def step(self, full_id: str) -> Step:
        """A step by its full id, or the first one of a lesson. Raises UnknownId."""
        lesson, name = resolve(self.outline, full_id)
        steps = self.lesson(lesson).steps
        return next((step for step in steps if step.id == name), steps[0])

    def beside(self, step: Step, distance: int) -> str | None:
        """The full id of the step so many pages on, over the borders of lessons."""
        everything = [one.full_id for lesson in self.outline.lessons for one in lesson.steps]
        place = everything.index(step.full_id) + distance
        return everything[place] if 0 <= place < len(everything) else None

    @property
    def readable(self) -> tuple[str, ...]:
        """What snippets may read."""
        data = self.outline.data
        return (str(data),) if data is not None else ()
