"""Every link and id that a text names exists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor.course.findings import Report
from tutor.course.header import Header
from tutor.course.lints.view import LessonView
from tutor.course.model import (
    ExerciseBlock,
    Lesson,
    Place,
    Prediction,
    Prose,
    Question,
    Step,
)
from tutor.course.prose import links
from tutor.course.sources import did_you_mean
from tutor.locale import translator

_ = translator("course")

TERM = "term:"


@dataclass(frozen=True)
class Ids:
    """All that a link may lead to."""

    lessons: frozenset[str]
    steps: frozenset[str]
    """As lesson/step."""
    terms: frozenset[str]


def ids_of(views: Sequence[LessonView]) -> Ids:
    lessons = [parsed.lesson for view in views for parsed in view.texts.values()]
    pages = [lesson for lesson in lessons if lesson.number]
    return Ids(
        frozenset(view.id for view in views if view.is_lesson),
        frozenset(step.full_id for lesson in pages for step in lesson.steps),
        frozenset(term.id for lesson in lessons for term in lesson.terms),
    )


def check(view: LessonView, ids: Ids, report: Report) -> None:
    for parsed in view.texts.values():
        for text, place in _said(parsed.lesson):
            for offset, _words, destination in links(text):
                _expect(destination, view.id, ids, Place(place.path, place.line + offset), report)


def check_order(view: LessonView, report: Report) -> None:
    """Lessons that come first exist and do."""
    if not view.is_lesson:
        return
    order = list(view.header.lessons)
    for parsed in view.texts.values():
        front = parsed.document.front
        place = Place(parsed.lesson.place.path, front.lines.get("after", 1))
        for name in front.after:
            if name not in order:
                report.add(
                    place,
                    _("there is no lesson {name}.").format(name=repr(name)),
                    did_you_mean(name, order),
                )
            elif order.index(name) >= order.index(view.id):
                report.add(
                    place,
                    _("{name} does not come before this lesson.").format(name=repr(name)),
                    _("Change the order of lessons in course.toml."),
                )


def check_aliases(header: Header, ids: Ids, report: Report) -> None:
    known = ids.lessons | ids.steps
    for old, new in header.aliases.items():
        place = header.place("aliases", old)
        if old in known:
            report.add(place, _("{name} is no old id: it is in use.").format(name=repr(old)))
        if new not in known:
            report.add(
                place,
                _("there is no {name}.").format(name=repr(new)),
                did_you_mean(new, known)
                if new not in header.aliases
                else _("An alias leads to a present id."),
            )


def check_unique(views: Sequence[LessonView], report: Report) -> None:
    """Cards and terms have ids of their own in the whole course."""
    for language in views[0].header.languages if views else ():
        for kind in ("card", "term"):
            seen: dict[str, Place] = {}
            for view in views:
                parsed = view.texts.get(language)
                if parsed is None:
                    continue
                lesson = parsed.lesson
                for item in lesson.cards if kind == "card" else lesson.terms:
                    if item.id in seen:
                        first = seen[item.id]
                        report.add(
                            item.place,
                            _("a second {kind} {name}; the first is in {place}.").format(
                                kind=kind,
                                name=repr(item.id),
                                place=f"{first.path.parent.name}/{first.path.name}:{first.line}",
                            ),
                            _("Ids of cards and terms are unique in a course."),
                        )
                    seen.setdefault(item.id, item.place)


def _expect(destination: str, lesson: str, ids: Ids, place: Place, report: Report) -> None:
    if destination.startswith(("http://", "https://", "mailto:")):
        return
    name = destination.removeprefix("#")
    if not destination.startswith("#") or not name:
        report.add(
            place,
            _("a link to {name}.").format(name=repr(destination[:60])),
            _("Write #step, #lesson/step, #lesson, #term:id, or a web address."),
        )
    elif name.startswith(TERM):
        if name.removeprefix(TERM) not in ids.terms:
            report.add(
                place,
                _("a link to {name}: there is no such term.").format(name=repr(name)),
                did_you_mean(name.removeprefix(TERM), ids.terms),
            )
    elif f"{lesson}/{name}" not in ids.steps and name not in ids.steps | ids.lessons:
        near = {known.removeprefix(f"{lesson}/") for known in ids.steps} | ids.lessons
        report.add(
            place,
            _("a link to {name}: there is no such step or lesson.").format(name=repr(name)),
            did_you_mean(name, near),
        )


def _said(lesson: Lesson) -> Iterator[tuple[str, Place]]:
    for step in lesson.steps:
        yield from _said_in(step)
    for card in lesson.cards:
        yield from ((card.question, card.place), (card.answer, card.place))
    for term in lesson.terms:
        yield term.text, term.place


def _said_in(step: Step) -> Iterator[tuple[str, Place]]:
    for block in step.blocks:
        if isinstance(block, Prose):
            yield block.markdown, block.place
        elif isinstance(block, ExerciseBlock):
            yield block.prompt, block.place
        elif isinstance(block, Prediction | Question):
            if isinstance(block, Prediction):
                yield block.question, block.place
                yield block.explanation, block.place
            else:
                yield block.text, block.place
            for choice in block.choices:
                yield choice.text, choice.place
                yield choice.explanation, choice.place
    for hint in step.hints:
        yield hint.text, hint.place
    for feedback in step.feedback:
        yield feedback.text, feedback.place
