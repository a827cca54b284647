"""The list of lessons in words."""

from __future__ import annotations

from tutor.course import resolve
from tutor.errors import StoreError, UnknownId
from tutor.locale import translator
from tutor.plain.desk import Desk
from tutor.plain.page import inline
from tutor.study import StepState
from tutor.study.progress import is_done

_ = translator("plain")


def choose(desk: Desk) -> str:
    """Tell the lessons; the id of the step to go to, or "" to stay."""
    dialogue = desk.dialogue
    outline = desk.library.outline
    states = _states(desk)
    for number, lesson in enumerate(outline.lessons, 1):
        done = sum(
            is_done(step.kind, states.get(step.full_id, StepState("new"))) for step in lesson.steps
        )
        if done == len(lesson.steps):
            state = _("done")
        elif any(step.full_id in states for step in lesson.steps):
            state = _("{done} of {count} done").format(done=done, count=len(lesson.steps))
        else:
            state = _("new")
        dialogue.say(
            _("{number}. {title}: {state}, {minutes} minutes").format(
                number=number, title=inline(lesson.title), state=state, minutes=lesson.minutes
            )
        )
    text = dialogue.ask(_("Number or id of a lesson or step; an empty line stays here: ")).strip()
    if not text:
        return ""
    if text.isdecimal() and 1 <= int(text) <= len(outline.lessons):
        lesson = outline.lessons[int(text) - 1]
        opened = next(
            (
                step
                for step in lesson.steps
                if not is_done(step.kind, states.get(step.full_id, StepState("new")))
            ),
            lesson.steps[0],
        )
        return opened.full_id
    try:
        found, step = resolve(outline, text)
    except UnknownId as error:
        dialogue.say(str(error))
        if error.nearest:
            dialogue.say(_("Nearest: {ids}").format(ids=", ".join(error.nearest)))
        return ""
    return f"{found}/{step}" if step else found


def _states(desk: Desk) -> dict[str, StepState]:
    try:
        return desk.store.states()
    except StoreError:
        return {}
