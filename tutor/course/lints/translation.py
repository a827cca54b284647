"""Languages have the same steps, directives and ids, and none is stale."""

from __future__ import annotations

from tutor.course.document import Directive
from tutor.course.findings import Report
from tutor.course.frontmatter import EMPTY
from tutor.course.lesson import ParsedLesson, StepText
from tutor.course.lints.view import LessonView
from tutor.course.model import Place, Prediction, Question, Step
from tutor.locale import translator

_ = translator("course")

_SAME_OPTIONS = ("ask", "raises", "devices", "runs", "concept")
"""Options that are not text. The names in a claim are strings of the snippet, so may differ."""


def check(view: LessonView, report: Report) -> None:
    source = view.source
    if source is None:
        return
    for language, parsed in view.texts.items():
        if language != view.header.source:
            _expect_same_front(source, parsed, report)
            _expect_same_steps(source, parsed, report)
    for step_id, text in source.steps.items():
        if text.renders is not None:
            report.add(
                text.renders,
                _("the source language renders no other text: {step}.").format(step=step_id),
                _("Remove the line."),
            )


def _expect_same_front(source: ParsedLesson, parsed: ParsedLesson, report: Report) -> None:
    mine, its = parsed.document.front, source.document.front
    if mine is EMPTY or its is EMPTY:
        return
    for key in ("minutes", "after", "concepts"):
        if getattr(mine, key) != getattr(its, key):
            report.add(
                Place(parsed.lesson.place.path, mine.lines.get(key, 1)),
                _("{key} is not what {file} says.").format(
                    key=key, file=source.lesson.place.path.name
                ),
                _("It is the same in all languages."),
            )


def _expect_same_steps(source: ParsedLesson, parsed: ParsedLesson, report: Report) -> None:
    mine, its = list(parsed.steps), list(source.steps)
    path = parsed.lesson.place.path
    for step_id in its:
        if step_id not in mine:
            report.add(
                Place(path, 1),
                _("the step {step} is missing; it is in {place}.").format(
                    step=step_id, place=_where(source.steps[step_id].heading.place)
                ),
                _("Translate it."),
            )
    for step_id in mine:
        if step_id not in its:
            report.add(
                parsed.steps[step_id].heading.place,
                _("the step {step} is not in {file}.").format(
                    step=step_id, file=source.lesson.place.path.name
                ),
            )
    common = [step_id for step_id in mine if step_id in its]
    expected = [step_id for step_id in its if step_id in mine]
    moved = next((a for a, b in zip(common, expected, strict=True) if a != b), None)
    if moved is not None:
        report.add(
            parsed.steps[moved].heading.place,
            _("the steps stand in another order than in {file}.").format(
                file=source.lesson.place.path.name
            ),
        )
    steps = {step.id: step for step in source.lesson.steps}
    for step in parsed.lesson.steps:
        if step.id in steps:
            _expect_fresh(steps[step.id], step, parsed.steps[step.id], report)
            _expect_same_directives(source.steps[step.id], parsed.steps[step.id], report)
            _expect_same_choices(steps[step.id], step, report)


def _expect_fresh(source: Step, step: Step, text: StepText, report: Report) -> None:
    if step.renders == source.digest:
        return
    if not step.renders:
        message = _("the step {step} does not say which text it renders.").format(step=step.id)
    else:
        message = _("a stale translation: {place} has changed since.").format(
            place=_where(source.place)
        )
    report.add(
        text.renders or step.place,
        message,
        _(
            "Read both, then write below the heading: {line} "
            "(jax-tutor verify --mark-translated {step} does it)."
        ).format(line=f"% renders: {source.digest}", step=step.full_id),
    )


def _expect_same_directives(source: StepText, text: StepText, report: Report) -> None:
    mine, its = text.directives, source.directives
    for here, there in zip(mine, its, strict=False):
        difference = _difference(here, there)
        if difference:
            report.add(here.place, difference, _("Languages have the same directives in order."))
            return
    if len(mine) > len(its):
        report.add(
            mine[len(its)].place,
            _("{directive} is not in {file}.").format(
                directive=_name(mine[len(its)]), file=source.heading.place.path.name
            ),
        )
    elif len(mine) < len(its):
        report.add(
            text.heading.place,
            _("{directive} is missing; it is in {place}.").format(
                directive=_name(its[len(mine)]), place=_where(its[len(mine)].place)
            ),
        )


def _difference(here: Directive, there: Directive) -> str:
    if (here.name, here.argument) != (there.name, there.argument):
        return _("{directive} stands here; in {place} it is {other}.").format(
            directive=_name(here), place=_where(there.place), other=_name(there)
        )
    for key in _SAME_OPTIONS:
        mine, its = (part.options.get(key, ("", 0))[0] for part in (here, there))
        if mine != its:
            return _("the option {key} is not that of {place}.").format(
                key=key, place=_where(there.place)
            )
    return ""


def _expect_same_choices(source: Step, step: Step, report: Report) -> None:
    asked = [block for block in step.blocks if isinstance(block, Prediction | Question)]
    meant = [block for block in source.blocks if isinstance(block, Prediction | Question)]
    for here, there in zip(asked, meant, strict=False):
        if [choice.condition for choice in here.choices] != [
            choice.condition for choice in there.choices
        ]:
            report.add(
                here.place,
                _("the choices are not those of {place}, or in another order.").format(
                    place=_where(there.place)
                ),
            )


def _name(directive: Directive) -> str:
    return f"{directive.name} {directive.argument}".strip()


def _where(place: Place) -> str:
    return f"{place.path.name}:{place.line}"
