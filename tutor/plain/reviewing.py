"""What is due, asked one by one in lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor.course import model
from tutor.errors import StoreError
from tutor.locale import language, translator
from tutor.plain import commands
from tutor.plain.answering import tell_order
from tutor.plain.desk import Desk, Visit
from tutor.plain.page import Part, inline, numbered, part_lines, prose
from tutor.study import reviewing
from tutor.study.clock import day
from tutor.study.deck import Item, Scheduled, items, session
from tutor.study.programs import programs
from tutor.study.queries import REVIEW_SLOT
from tutor.study.records import GRADES, Grade
from tutor.study.reviewing import Outlook, Round

_ = translator("plain")

OLD = "w"
"""Shows the answer that passed the last time."""


class Stopped(Exception):
    """The learner wants to go; what was not answered is still due."""


def review(desk: Desk, minutes: int | None = None) -> None:
    """A sitting, or several; without `minutes` the learner is asked how long."""
    desk.leave()
    desk.reviewing = True
    try:
        while True:
            found = outlook(desk)
            if not found.due:
                desk.dialogue.say(_("Nothing is due today."), reviewing.next_words(found))
                return
            wanted = minutes if minutes is not None else _length(desk, found)
            if wanted is None:
                return
            _sitting(desk, Round(desk.store, session(found.due, wanted)))
            now = outlook(desk)
            if not now.due:
                desk.dialogue.say(reviewing.next_words(now))
                return
            more = _("Still {due}. Go on? y or n:").format(due=reviewing.due_words(now))
            if not desk.dialogue.agrees(more):
                return
    except Stopped:
        desk.dialogue.say(_("What was not answered is still due."))
    finally:
        desk.reviewing = False
        desk.visit = None


def outlook(desk: Desk) -> Outlook:
    """What is due."""

    def everything() -> Sequence[Item]:
        lessons = desk.library.outline.lessons
        return [item for lesson in lessons for item in items(desk.library.lesson(lesson.id))]

    return reviewing.outlook(desk.store, everything)


def _length(desk: Desk, found: Outlook) -> int | None:
    """Minutes; None to leave it."""
    shortest = reviewing.LENGTHS[0]
    due, minutes = reviewing.due_words(found), reviewing.minutes_words(found.minutes)
    desk.dialogue.say(_("{due}, {minutes}.").format(due=due, minutes=minutes))
    if len(session(found.due, shortest)) == len(found.due):
        return shortest
    while True:
        text = desk.dialogue.ask(_("How many minutes? 5, 10 or 20 (q leaves): ")).strip().lower()
        if text in ("q", "quit"):
            return None
        if text in {str(length) for length in reviewing.LENGTHS}:
            return int(text)


def _sitting(desk: Desk, sitting: Round) -> None:
    while (one := sitting.current) is not None:
        step = desk.library.step(one.item.step)
        place = _("{number} of {count}").format(number=sitting.number, count=sitting.count)
        left = reviewing.minutes_words(sitting.minutes)
        missed = one.item.kind == "predict" and one.missed
        met = _("Missed on {date}.") if missed else _("You met this on {date}.")
        head = _("{place}, {left}. {lesson}: {step}. {met}").format(
            place=place,
            left=left,
            lesson=inline(desk.library.lesson(step.lesson).title),
            step=inline(step.title),
            met=met.format(date=day(one.met).isoformat()),
        )
        desk.dialogue.say("", head, "")
        if one.item.kind == "card":
            _card(desk, sitting, step, one)
        else:
            _question(desk, sitting, step, one)
        sitting.forward()
    if sitting.grades:
        desk.dialogue.say("", reviewing.sum_words(list(sitting.grades.values())))


def _grade(desk: Desk, sitting: Round, grade: Grade, answer: str = "") -> None:
    if sitting.answered:
        return
    days = sitting.days()[grade]
    try:
        sitting.grade(grade, answer, language())
    except StoreError as error:
        desk.trouble(error)
    desk.dialogue.say(reviewing.grade_words(grade, days))


# --- cards -----------------------------------------------------------------------------------


def _card(desk: Desk, sitting: Round, step: model.Step, one: Scheduled) -> None:
    cards = desk.library.lesson(step.lesson).cards
    card = next((card for card in cards if card.id == one.item.name), None)
    if card is None:
        return
    desk.dialogue.say(*prose(card.question, desk.dialogue.cells), "")
    text = desk.dialogue.ask(_("Enter shows the answer, n leaves it for later, q ends: ")).strip()
    if _leaves(text):
        return
    desk.dialogue.say(*prose(card.answer, desk.dialogue.cells), "")
    days = sitting.days()
    ways = _(", ").join(
        f"{key} {reviewing.grade_words(grade, days[grade])}" for key, grade in enumerate(GRADES, 1)
    )
    while True:
        text = desk.dialogue.ask(_("How well did you know it? {ways}: ").format(ways=ways)).strip()
        if _leaves(text):
            return
        if text in ("1", "2", "3", "4"):
            _grade(desk, sitting, GRADES[int(text) - 1])
            return
        desk.dialogue.say(_("Type a number from 1 to {count}.").format(count=len(GRADES)))


def _leaves(text: str) -> bool:
    """Whether the item is left for later. Raises Stopped."""
    if text.lower() in ("q", "quit", "exit"):
        raise Stopped
    return text.lower() == "n"


# --- questions and exercises -----------------------------------------------------------------


def _question(desk: Desk, sitting: Round, step: model.Step, one: Scheduled) -> None:
    """The same commands as on the page of the lesson."""
    position = reviewing.position(step, one.item)
    program = programs(step).get(position)
    if program is not None:
        program = replace(program, slot=slot_of(one.item.kind))
    part = Part((), step.blocks[position], program, position)
    desk.visit = visit = Visit(step, [part])
    tell(desk, part)
    if one.item.kind == "exercise":
        desk.dialogue.say(_("{key}: show the answer that passed the last time").format(key=OLD))
    failures, looked = 0, False
    while True:
        text = desk.dialogue.ask(commands.prompt(desk)).strip().lower()
        if _leaves(text):
            break
        if text == OLD and one.item.kind == "exercise":
            looked = _old_answer(desk, step) or looked
            continue
        if text == "?":
            desk.dialogue.say(*commands.explained(desk))
            continue
        desk.judged, visit.last = None, None
        if text and not commands.do(desk, text):
            desk.dialogue.say(_("There is no command {text} here. Type ? for help.").format(
                text=repr(text[:40])))  # fmt: skip
            continue
        if text == "s":
            looked = True
        match one.item.kind:
            case "quiz":
                if desk.judged is not None:
                    _grade(desk, sitting, reviewing.of_guesses(desk.judged, 1))
                if desk.judged:
                    break
            case "predict":
                shown = visit.last is not None and visit.last.complete
                if text == "r" and shown and not visit.guesses.get(position):
                    # Shown without a guess.
                    _grade(desk, sitting, "again")
                    break
                if position in visit.settled and desk.judged is not None:
                    count = len(visit.guesses.get(position, []))
                    _grade(desk, sitting, reviewing.of_guesses(desk.judged, count))
                    break
            case "exercise":
                verdict = visit.last.verdict if text == "c" and visit.last is not None else None
                if verdict is not None and verdict.result == "fail":
                    failures += 1
                elif verdict is not None and verdict.result == "pass":
                    _grade(desk, sitting, reviewing.of_verdict(failures, looked))
                    assert program is not None
                    desk.reset(step, program, undo=False)
                    break
    if failures and not sitting.answered:
        _grade(desk, sitting, "again")
    desk.visit = None


def slot_of(kind: str) -> str:
    """The slot of what is typed during a review."""
    return REVIEW_SLOT if kind == "exercise" else f"{REVIEW_SLOT}-guess"


def tell(desk: Desk, part: Part) -> None:
    """The text of a question or an exercise."""
    visit = desk.visit
    assert visit is not None
    code = desk.code(visit.step, part.program) if part.program is not None else ""
    desk.dialogue.say(*part_lines(part, code, desk.dialogue.cells))
    if part.program is not None and part.program.kind == "parsons":
        tell_order(desk, visit.step, part.program)


def _old_answer(desk: Desk, step: model.Step) -> bool:
    """Tell it; False when there is none."""
    checks = desk.store.attempts(step.full_id, kind="check")
    passed = [attempt for attempt in checks if attempt.verdict == "pass"]
    if not passed:
        desk.dialogue.say(_("There is no old answer."))
        return False
    date = passed[-1].time[:10]
    desk.dialogue.say(_("Your answer of {date}:").format(date=date), *numbered(passed[-1].code))
    return True
