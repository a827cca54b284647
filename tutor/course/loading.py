"""Reading a course from its folder: all of it, or one lesson."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tutor.course.exercise import StepFile, load_step_file
from tutor.course.findings import Report
from tutor.course.header import Header, read_header
from tutor.course.lesson import ParsedLesson, parse_lesson
from tutor.course.model import (
    Course,
    Lesson,
    Placement,
    PlacementQuestion,
    Prediction,
    Question,
)
from tutor.course.skim import outline_lesson
from tutor.course.sources import read_source
from tutor.errors import CourseError, UnknownId
from tutor.locale import translator

_ = translator("course")


@dataclass
class LessonFiles:
    """The Python files of one lesson, each read once."""

    folder: Path
    root: Path
    known: dict[str, StepFile | CourseError | None] = field(default_factory=dict)

    def __call__(self, step: str) -> StepFile | None:
        """The file of `step`, or None when there is none. Raises CourseError."""
        if step not in self.known:
            self.known[step] = self._read(self.folder / f"{step}.py")
        found = self.known[step]
        if isinstance(found, CourseError):
            raise found
        return found

    def _read(self, path: Path) -> StepFile | CourseError | None:
        try:
            exists = path.exists() or path.is_symlink()
            return load_step_file(path, self.root) if exists else None
        except CourseError as error:
            return error


def load(path: Path, language: str) -> Course:
    """The course in the folder `path`, in `language` (its source language if it lacks that).

    Raises the first CourseError. `load_lesson` and `skim.outline` read less.
    """
    header = read_header(Path(path))
    language = header.speaks(language)
    return Course(
        id=header.id,
        path=header.path,
        title=header.title(language),
        language=language,
        languages=header.languages,
        source_language=header.source,
        lessons=tuple(read_lesson(header, lesson, language) for lesson in header.lessons),
        aliases=header.aliases,
        data=header.data,
    )


def load_lesson(path: Path, language: str, lesson: str) -> Lesson:
    """One lesson of the course in `path`; the others are not read.

    Raises UnknownId, and the first CourseError.
    """
    header = read_header(Path(path))
    if lesson not in header.lessons:
        raise UnknownId(_("there is no lesson {name}.").format(name=repr(lesson)))
    return read_lesson(header, lesson, header.speaks(language))


def load_placement(path: Path, language: str) -> Placement | None:
    """The questions that find where to start; None when the course has none.

    Raises the first CourseError.
    """
    header = read_header(Path(path))
    if not header.placement:
        return None
    found = read_lesson(header, header.placement, header.speaks(language))
    return Placement(found.title, found.minutes, tuple(placement_questions(found)))


def placement_questions(lesson: Lesson) -> Iterator[PlacementQuestion]:
    """The questions in the text of a placement; steps without one are passed over."""
    for step in lesson.steps:
        for position, block in enumerate(step.blocks):
            if isinstance(block, Question | Prediction):
                yield PlacementQuestion(step.id, step, position)
                break


def parse_file(
    header: Header, lesson: str, language: str, files: LessonFiles, report: Report
) -> ParsedLesson | None:
    """`lesson` as written in `language`, or None when it cannot be read at all."""
    path = header.path / lesson / f"{language}.md"
    with report.collect():
        return parse_lesson(
            read_source(path, header.path),
            path,
            lesson_id=lesson,
            language=language,
            number=header.lessons.index(lesson) + 1 if lesson in header.lessons else 0,
            files=files,
            report=report,
        )
    return None


def read_lesson(header: Header, lesson: str, language: str) -> Lesson:
    """`lesson` in `language`; steps and lessons that lack a translation in the source language."""
    files = LessonFiles(header.path / lesson, header.path)
    translated = language != header.source and (header.path / lesson / f"{language}.md").exists()
    found = _expect(header, lesson, language if translated else header.source, files)
    if not translated:
        return replace(found, language=language)
    source_text = read_source(header.path / lesson / f"{header.source}.md", header.path)
    ids = [
        step.id
        for step in outline_lesson(source_text, found.place.path, lesson, found.number).steps
    ]
    have = {step.id: step for step in found.steps}
    cards, terms = found.cards, found.terms
    if any(step not in have for step in ids):
        source = _expect(header, lesson, header.source, files)
        cards += tuple(card for card in source.cards if card.step not in have)
        terms += tuple(term for term in source.terms if term.step not in have)
        have = {step.id: step for step in source.steps} | have
    steps = tuple(have[step] for step in ids if step in have)
    return replace(found, steps=steps, cards=cards, terms=terms)


def _expect(header: Header, lesson: str, language: str, files: LessonFiles) -> Lesson:
    report = Report()
    parsed = parse_file(header, lesson, language, files, report)
    report.raise_first()
    assert parsed is not None
    return parsed.lesson
