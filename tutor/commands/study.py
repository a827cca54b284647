"""`jax-tutor progress`, `reset`, `export`, `import`: a learner's work from the command line."""

from __future__ import annotations

import dataclasses
import json as jsonlib
import sys
from pathlib import Path

from tutor import locale
from tutor.course import outline, resolve
from tutor.locale import mark, pad, translator, width
from tutor.settings import Settings
from tutor.study import Store
from tutor.study.progress import LessonProgress, summary

_ = translator("study")

_STATES = {"seen": mark("seen"), "tried": mark("tried"), "passed": mark("passed")}


def progress(*, course_dir: Path, settings: Settings, json: bool = False) -> int:
    """Prints what is done of the course, and of each lesson the steps that were begun."""
    course = outline(course_dir, locale.language())
    with _store(course.id) as store:
        lessons = summary(course, store.states())
    if json:
        print(jsonlib.dumps(_as_json(course.id, lessons), ensure_ascii=False, indent=2))
        return 0
    column = max((width(lesson.title) for lesson in lessons), default=0)
    for number, lesson in enumerate(lessons, 1):
        done = _("{done} of {all}").format(done=lesson.done, all=len(lesson.steps))
        state = _("done") if lesson.complete else done if lesson.started else ""
        minutes = _("{n} min").format(n=lesson.minutes)
        print(f"{number:3}  {pad(lesson.title, column)}  {pad(state, 10)}  {minutes}".rstrip())
        for step in lesson.steps:
            if step.known.state != "new":
                print(f"       {pad(_(_STATES[step.known.state]), 8)}  {step.step}  {step.title}")
    return 0


def reset(target: str, *, course_dir: Path, settings: Settings, undo: bool = False) -> int:
    """A step, or all steps of a lesson, back to the starter; `undo` takes it back."""
    course = outline(course_dir, locale.language())
    lesson_id, step_id = resolve(course, target)
    lesson = next(lesson for lesson in course.lessons if lesson.id == lesson_id)
    wanted = {f"{lesson_id}/{step.id}" for step in lesson.steps if step_id in ("", step.id)}
    changed: set[str] = set()
    with _store(course.id) as store:
        for step, slot in store.drafts_known():
            if step in wanted:
                done = store.undo_reset(step, slot) if undo else store.reset(step, slot)
                changed.update([step] if done else [])
    name = f"{lesson_id}/{step_id}" if step_id else lesson_id
    if not changed:
        text = _("Nothing to take back in {name}.") if undo else _("{name} is at its starter.")
    elif undo:
        text = _("Your code of {name} is back: {steps}.")
    else:
        text = _("Back to the starter: {steps}. To take it back: jax-tutor reset {name} --undo")
    print(text.format(name=name, steps=", ".join(sorted(changed))))
    return 0


def export(file: Path) -> int:
    """Writes all of the learner's work to `file`."""
    with _store() as store:
        store.export(file)
    print(_("Your work is in {file}.").format(file=file))
    return 0


def import_(file: Path) -> int:
    """Merges the work in `file` into the store."""
    with _store() as store:
        report = store.import_(file)
    print(
        _(
            "Merged. New attempts: {attempts}, new drafts: {drafts}, new reviews: {reviews}, "
            "here before: {known}."
        ).format(
            attempts=report.attempts,
            drafts=report.drafts,
            reviews=report.reviews,
            known=report.known,
        )
    )
    return 0


def _store(course: str = "jax") -> Store:
    store = Store.open(course=course)
    if store.notice is not None:
        print(store.notice.message, file=sys.stderr)
    return store


def _as_json(course: str, lessons: tuple[LessonProgress, ...]) -> dict[str, object]:
    return {
        "course": course,
        "lessons": [
            {
                "lesson": lesson.lesson,
                "title": lesson.title,
                "done": lesson.done,
                "steps": [
                    {
                        "step": step.step,
                        "kind": step.kind,
                        "title": step.title,
                        "done": step.done,
                        **dataclasses.asdict(step.known),
                    }
                    for step in lesson.steps
                ],
            }
            for lesson in lessons
        ],
    }
