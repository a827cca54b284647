"""What the rules look at: one lesson in all its languages, with its Python files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tutor.course.exercise import StepFile
from tutor.course.header import Header
from tutor.course.lesson import ParsedLesson
from tutor.course.loading import LessonFiles
from tutor.course.model import Step
from tutor.errors import CourseError


@dataclass(frozen=True)
class LessonView:
    id: str
    header: Header
    files: LessonFiles
    texts: dict[str, ParsedLesson]
    """Language -> the lesson; languages that cannot be read are missing."""

    @property
    def is_lesson(self) -> bool:
        """Whether learners see it as one: glossary and placement only have the same format."""
        return self.id in self.header.lessons

    @property
    def source(self) -> ParsedLesson | None:
        return self.texts.get(self.header.source)

    def step_ids(self) -> list[str]:
        """Of all languages, in the order of the source."""
        ids: dict[str, None] = {}
        for language in (self.header.source, *self.header.languages):
            if language in self.texts:
                ids.update(dict.fromkeys(self.texts[language].steps))
        return list(ids)

    def file(self, step: str) -> StepFile | None:
        """The Python file of `step`; None when there is none, or it is broken."""
        try:
            return self.files(step)
        except CourseError:
            return None

    def steps(self, step_id: str) -> Iterator[Step]:
        """The step `step_id` in each language that has it."""
        for parsed in self.texts.values():
            yield from (step for step in parsed.lesson.steps if step.id == step_id)
