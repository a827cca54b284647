"""Rules for glossary and placement, which are written like lessons."""

from __future__ import annotations

from tutor.course.findings import Report
from tutor.course.lesson import ParsedLesson
from tutor.course.lints.view import LessonView
from tutor.course.model import Place, Prediction, Prose, Question
from tutor.course.sources import did_you_mean
from tutor.locale import translator

_ = translator("course")


def check(view: LessonView, report: Report) -> None:
    for parsed in view.texts.values():
        if view.is_lesson:
            continue
        front = parsed.document.front
        if front.after:
            report.add(
                Place(parsed.lesson.place.path, front.lines.get("after", 1)),
                _("only a lesson comes after others."),
                _("Remove the line."),
            )
        if view.id == view.header.glossary:
            _terms_only(parsed, report)
        else:
            _questions_only(view, parsed, report)


def _terms_only(parsed: ParsedLesson, report: Report) -> None:
    for text in parsed.steps.values():
        for directive in text.directives:
            if directive.name != "term":
                report.add(
                    directive.place,
                    _("{directive} in the glossary, which holds terms only.").format(
                        directive=directive.name
                    ),
                    _("Put it into a lesson."),
                )


def _questions_only(view: LessonView, parsed: ParsedLesson, report: Report) -> None:
    order = list(view.header.lessons)
    latest = -1
    for step in parsed.lesson.steps:
        asked = [block for block in step.blocks if isinstance(block, Question | Prediction)]
        others = [b for b in step.blocks if not isinstance(b, Question | Prediction | Prose)]
        if len(asked) != 1 or others or parsed.lesson.cards or parsed.lesson.terms:
            report.add(
                step.place,
                _("a step of the placement is one question: a quiz, or a predict with choices."),
                _("Leave everything else to lessons."),
            )
        elif isinstance(asked[0], Prediction) and asked[0].ask != "choice":
            report.add(
                asked[0].place,
                _("a question of the placement has choices."),
                _("Write: {example}").format(example=":ask: choice"),
            )
        if step.id not in order:
            report.add(
                step.place,
                _("there is no lesson {name}; a question has the id of its lesson.").format(
                    name=repr(step.id)
                ),
                did_you_mean(step.id, order),
            )
        elif order.index(step.id) < latest:
            report.add(
                step.place,
                _("the question {name} stands after one of a later lesson.").format(name=step.id),
                _("Questions have the order of their lessons."),
            )
        else:
            latest = order.index(step.id)
