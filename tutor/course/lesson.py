"""A lesson's text in one language: parts become steps with their blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from tutor.course import blocks, parsons
from tutor.course.directives import EXERCISES, devices, expect_valid, whole_body
from tutor.course.document import Comment, Directive, Document, Heading, Part, Target, Text, read
from tutor.course.exercise import StepFile
from tutor.course.findings import Report
from tutor.course.model import (
    Block,
    Card,
    Exercise,
    ExerciseBlock,
    Feedback,
    Hint,
    Lesson,
    Place,
    Prose,
    RunBlock,
    Step,
    Term,
)
from tutor.course.skim import kind_of
from tutor.course.sources import digest, is_id
from tutor.errors import CourseError
from tutor.locale import translator

_ = translator("course")

Files = Callable[[str], StepFile | None]
"""Step id -> its Python file, or None when there is none."""

_RENDERS = re.compile(r"renders:[ \t]*(\S*)")


@dataclass(frozen=True)
class StepText:
    """What a step was made from, for those who compare and count."""

    id: str
    heading: Heading
    directives: tuple[Directive, ...]
    texts: tuple[Text, ...]
    renders: Place | None
    """Of the comment that names the text that it renders."""
    end: int
    """Line of the last line of the step."""


@dataclass(frozen=True)
class ParsedLesson:
    lesson: Lesson
    document: Document
    steps: dict[str, StepText]


@dataclass
class _Section:
    """A heading and what follows it, up to the next."""

    heading: Heading
    id: str
    parts: list[Part] = field(default_factory=list)
    end: int = 0


def parse_lesson(
    text: str,
    path: Path,
    *,
    lesson_id: str,
    language: str,
    number: int,
    files: Files,
    report: Report,
) -> ParsedLesson:
    """The lesson in `text`, the file at `path`. What is wrong goes to `report`, and is left out."""
    document = read(text, path, report)
    steps: list[Step] = []
    sources: dict[str, StepText] = {}
    cards: list[Card] = []
    terms: list[Term] = []
    for section in _sections(document, path, report):
        if section.id in sources:
            report.add(
                section.heading.place,
                _("a second step {name}; the first is in line {line}.").format(
                    name=section.id, line=sources[section.id].heading.place.line
                ),
                _("Ids are unique in a lesson."),
            )
            continue
        builder = _Step(section, lesson_id, files, report)
        builder.build()
        steps.append(builder.step(language, document.lines))
        sources[section.id] = builder.source()
        cards += builder.cards
        terms += builder.terms
    if not steps:
        report.add(
            Place(path, 1),
            _("a lesson without a step."),
            _("A step is a heading ## with a line (id)= above it."),
        )
    front = document.front
    lesson = Lesson(
        id=lesson_id,
        language=language,
        number=number,
        title=front.title,
        minutes=front.minutes,
        after=front.after,
        concepts=front.concepts,
        steps=tuple(steps),
        cards=tuple(cards),
        terms=tuple(terms),
        place=Place(path, 1),
    )
    return ParsedLesson(lesson, document, sources)


def _sections(document: Document, path: Path, report: Report) -> Iterable[_Section]:
    """The steps of a document; what belongs to none is reported."""
    sections: list[_Section] = []
    target: Target | None = None
    ends = len(document.lines)
    for part in [*document.parts, None]:
        if isinstance(part, Heading) and part.level == 2:
            if sections:
                sections[-1].end = (target.place.line if target else part.place.line) - 1
            sections.append(_Section(part, _step_id(target, part, report), end=ends))
            target = None
            continue
        if target is not None:
            report.add(
                target.place,
                _("the target ({name})= stands above no step.").format(name=target.name),
                _("The heading ## of the step follows it."),
            )
            target = None
        if isinstance(part, Target):
            target = part
        elif isinstance(part, Heading):
            report.add(
                part.place,
                _("a heading with one #."),
                _("The lesson's title stands in the front matter; a step has ##."),
            )
        elif part is not None and sections:
            sections[-1].parts.append(part)
        elif part is not None and not isinstance(part, Comment):
            report.add(
                part.place,
                _("text above the first step."),
                _("Put it into a step: a heading ## with a line (id)= above it."),
            )
    return [section for section in sections if section.id]


def _step_id(target: Target | None, heading: Heading, report: Report) -> str:
    if target is None:
        report.add(
            heading.place,
            _("a step without an id."),
            _("Write a line like {example} above the heading.").format(example="(first-array)="),
        )
        return ""
    if not is_id(target.name):
        report.add(
            target.place,
            _("{name} is not an id: small letters, digits and single hyphens.").format(
                name=repr(target.name[:60])
            ),
        )
        return ""
    if not heading.text:
        report.add(heading.place, _("a heading without a text."))
    return target.name


class _Step:
    """Gathers one step."""

    def __init__(self, section: _Section, lesson: str, files: Files, report: Report) -> None:
        self.section, self.lesson, self.report = section, lesson, report
        self.file: StepFile | None = None
        self.file_is_broken = True
        with report.collect():
            self.file = files(section.id)
            self.file_is_broken = False
        self.blocks: list[Block] = []
        self.hints: list[Hint] = []
        self.feedback: list[Feedback] = []
        self.cards: list[Card] = []
        self.terms: list[Term] = []
        self.directives: list[Directive] = []
        self.texts: list[Text] = []
        self.comments: list[Comment] = []
        self.exercise: Exercise | None = None
        self.renders = ""
        self.renders_place: Place | None = None

    def build(self) -> None:
        for part in self.section.parts:
            if isinstance(part, Text):
                self.texts.append(part)
                self.blocks.append(Prose("\n".join(part.lines), part.place))
            elif isinstance(part, Comment):
                self._comment(part)
            elif isinstance(part, Directive):
                with self.report.collect():
                    expect_valid(part)
                    self.directives.append(part)
                    self._try(part)
        if not any(part.name in EXERCISES for part in self.directives):
            places = [hint.place for hint in self.hints]
            places += [feedback.place for feedback in self.feedback]
            for place in places:
                self.report.add(place, _("a hint or feedback in a step without an exercise."))
        if not self.blocks and not self.directives:
            self.report.add(self.section.heading.place, _("an empty step."))

    def _comment(self, comment: Comment) -> None:
        self.comments.append(comment)
        for offset, line in enumerate(comment.text.split("\n")):
            match = _RENDERS.fullmatch(line.strip())
            if match:
                self.renders = match.group(1)
                self.renders_place = Place(comment.place.path, comment.place.line + offset)

    def _try(self, directive: Directive) -> None:
        """A file that is there and broken has been reported: that it is missing is no news."""
        try:
            self._directive(directive)
        except blocks.NoFile:
            if not self.file_is_broken:
                raise

    def _directive(self, directive: Directive) -> None:
        match directive.name:
            case "run":
                self.blocks.append(blocks.run(directive, self.file))
            case "output":
                self._output(directive)
            case "predict":
                self.blocks.append(blocks.predict(directive, self.file))
            case "timing":
                self.blocks.append(blocks.timing(directive, self.file))
            case "quiz":
                self.blocks.append(blocks.quiz(directive))
            case "compare":
                self.blocks.append(blocks.compare(directive, self.file))
            case "hint":
                self.hints.append(Hint(whole_body(directive).text, directive.place))
            case "feedback":
                self._feedback(directive)
            case "card":
                self.cards.append(blocks.card(directive, self.section.id))
            case "term":
                self.terms.append(blocks.term(directive, self.section.id))
            case _:
                self._exercise(directive)

    def _output(self, directive: Directive) -> None:
        last = self.blocks[-1] if self.blocks else None
        if self.file_is_broken:
            return
        if not isinstance(last, RunBlock) or last.output is not None:
            raise CourseError(
                directive.place.path,
                directive.place.line,
                _("output without a run right above it."),
                _("It quotes what the run directive before it prints."),
            )
        body = whole_body(directive)
        self.blocks[-1] = replace(last, output=body.text, output_place=directive.place)

    def _feedback(self, directive: Directive) -> None:
        if any(known.id == directive.argument for known in self.feedback):
            raise CourseError(
                directive.place.path,
                directive.place.line,
                _("a second feedback {name}.").format(name=directive.argument),
                _("Ids are unique in an exercise."),
            )
        self.feedback.append(
            Feedback(directive.argument, whole_body(directive).text, directive.place)
        )

    def _exercise(self, directive: Directive) -> None:
        if self.exercise is not None:
            raise CourseError(
                directive.place.path,
                directive.place.line,
                _("a second exercise in one step."),
                _("Make it a step of its own."),
            )
        block, starter = blocks.exercise(directive, self.file)
        assert self.file is not None and self.file.exercise is not None
        exercise = replace(self.file.exercise, devices=devices(directive))
        if starter is not None:
            exercise = replace(exercise, starter=starter)
        self.blocks.append(block)
        self.exercise = exercise
        _expect_parts(block, exercise)

    def step(self, language: str, lines: tuple[str, ...]) -> Step:
        heading = self.section.heading
        return Step(
            id=self.section.id,
            lesson=self.lesson,
            title=heading.text,
            kind=kind_of(directive.name for directive in self.directives),
            blocks=tuple(self.blocks),
            exercise=self.exercise,
            hints=tuple(self.hints),
            feedback=tuple(self.feedback),
            digest=self._digest(lines),
            renders=self.renders,
            place=heading.place,
            language=language,
        )

    def _digest(self, lines: tuple[str, ...]) -> str:
        hidden = {
            comment.place.line + offset
            for comment in self.comments
            for offset in range(comment.text.count("\n") + 1)
        }
        first = self.section.heading.place.line
        return digest(
            "\n".join(
                line.rstrip()
                for number, line in enumerate(lines[first - 1 : self.section.end], start=first)
                if line.strip() and number not in hidden
            )
        )

    def source(self) -> StepText:
        return StepText(
            self.section.id,
            self.section.heading,
            tuple(self.directives),
            tuple(self.texts),
            self.renders_place,
            self.section.end,
        )


def _expect_parts(block: ExerciseBlock, exercise: Exercise) -> None:
    """Raises CourseError when the kind of the exercise needs a cell that is not there."""
    line, message, advice = 0, "", ""
    if block.kind != "parsons":
        if not exercise.starter:
            message = _("an exercise without a starter.")
            advice = _("Add a cell {cell}: what the learner sees first.").format(
                cell="# %% starter"
            )
        elif exercise.distractors:
            message = _("distractors in an exercise that is no parsons.")
    elif len(parsons.pieces(exercise)[1]) < 2:
        message = _("fewer than two lines to put in order.")
        line = exercise.solutions[0].place.line
    if message:
        raise CourseError(exercise.path, line, message, advice)
