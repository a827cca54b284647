"""Rules for what a lesson says, in each language."""

from __future__ import annotations

import math

from tutor.course.findings import Report
from tutor.course.frontmatter import EMPTY
from tutor.course.lesson import ParsedLesson
from tutor.course.lints import python
from tutor.course.lints.code import expect_narrow
from tutor.course.lints.view import LessonView
from tutor.course.model import ExerciseBlock, Place, Prediction, Question, Step
from tutor.course.prose import code_blocks
from tutor.locale import translator, width

_ = translator("course")

MAX_LINES = 100
"""Of the prose of a step, at 76 columns."""
_LINE = 76
_TELLING = 4
"""A line of a solution with fewer tokens gives nothing away: `return x`, `else:`, `i = 0`."""


def check(view: LessonView, report: Report) -> None:
    for parsed in view.texts.values():
        _expect_concepts(parsed, report)
        for step in parsed.lesson.steps:
            _expect_short(parsed, step, report)
            _expect_narrow_code(parsed, step, report)
            _expect_no_answer(step, report)


def _expect_concepts(parsed: ParsedLesson, report: Report) -> None:
    known = parsed.lesson.concepts
    if parsed.document.front is EMPTY:
        return
    for card in parsed.lesson.cards:
        if card.concept not in known:
            report.add(
                card.place,
                _("the concept {name} is not in the front matter.").format(name=repr(card.concept)),
                _("There are: {names}.").format(names=", ".join(known) or "-"),
            )


def _expect_short(parsed: ParsedLesson, step: Step, report: Report) -> None:
    lines = [line for text in parsed.steps[step.id].texts for line in text.lines]
    for block in step.blocks:
        if isinstance(block, ExerciseBlock):
            lines += block.prompt.split("\n")
        elif isinstance(block, Prediction | Question):
            said = block.question if isinstance(block, Prediction) else block.text
            lines += said.split("\n")
    count = sum(max(1, math.ceil(width(line) / _LINE)) for line in lines)
    if count > MAX_LINES:
        report.add(
            step.place,
            _("{count} lines of prose in one step; at most {limit}.").format(
                count=count, limit=MAX_LINES
            ),
            _("Cut it into two steps."),
        )


def _expect_narrow_code(parsed: ParsedLesson, step: Step, report: Report) -> None:
    for text in parsed.steps[step.id].texts:
        for offset, code in code_blocks(text.lines):
            expect_narrow(code, Place(text.place.path, text.place.line + offset), report)


def _expect_no_answer(step: Step, report: Report) -> None:
    if step.exercise is None:
        return
    given = {python.solid(line) for line in step.exercise.starter.split("\n")}
    telling = {
        python.solid(line): line.strip()
        for solution in step.exercise.solutions
        for line in solution.code.split("\n")
        if python.weight(line) >= _TELLING
    }
    for said, place in [
        *((hint.text, hint.place) for hint in step.hints),
        *((feedback.text, feedback.place) for feedback in step.feedback),
    ]:
        solid = "".join(said.split())
        for key, line in telling.items():
            if key not in given and key in solid:
                report.add(
                    place,
                    _("this gives away a line of a solution: {line}").format(line=line),
                    _("Show its skeleton, with ... for what the learner has to find."),
                )
                break
