"""Where to start, asked in lines."""

from __future__ import annotations

from dataclasses import replace

from tutor.course import model
from tutor.course.loading import load_placement
from tutor.locale import language, translator
from tutor.plain import commands
from tutor.plain.desk import Desk, Visit
from tutor.plain.page import Part, inline
from tutor.plain.reviewing import tell
from tutor.study import placement
from tutor.study.placement import STEP, Placing, Result
from tutor.study.programs import programs

_ = translator("plain")


def place(desk: Desk) -> str | None:
    """Ask, and suggest a lesson; its id when the learner wants to go there."""
    found = load_placement(desk.library.path, language())
    if found is None or not found.questions:
        desk.dialogue.say(_("This course has no questions that find where to start."))
        return None
    desk.leave()
    desk.dialogue.say(
        "",
        inline(found.title),
        _(
            "At most {count} questions, about {minutes} minutes. n says that you do not know it "
            "yet, q ends. Nothing is locked by what comes out."
        ).format(count=len(found.questions), minutes=found.minutes),
    )
    placing = Placing([question.lesson for question in found.questions])
    desk.reviewing = True
    try:
        while not placing.over:
            question = found.questions[placing.number]
            desk.dialogue.say("", _("Question {number}").format(number=placing.number + 1), "")
            correct = _answer(desk, question)
            if correct is None:
                return None
            desk.note(placement.answered(question.lesson, "", correct))
            placing.answer(correct)
    finally:
        desk.reviewing = False
        desk.visit = None
    result = placing.result([lesson.id for lesson in desk.library.outline.lessons])
    desk.note(placement.found(result))
    _suggest(desk, result)
    return result.start if desk.dialogue.agrees(_("Go there now? y or n:")) else None


def _answer(desk: Desk, question: model.PlacementQuestion) -> bool | None:
    """Whether the learner knew it; None when they leave."""
    step, position = question.step, question.position
    program = programs(step).get(position)
    if program is not None:
        program = replace(program, slot=f"{STEP}-{question.lesson}")
    before = tuple(block for block in step.blocks[:position] if isinstance(block, model.Prose))
    part = Part(before, question.block, program, position)
    desk.visit = visit = Visit(step, [part], single=True)
    tell(desk, part)
    while True:
        text = desk.dialogue.ask(commands.prompt(desk)).strip().lower()
        if text in ("q", "quit", "exit"):
            return None
        if text == "n":
            return False
        if text == "?":
            desk.dialogue.say(*commands.explained(desk))
            continue
        desk.judged = None
        if text and not commands.do(desk, text):
            desk.dialogue.say(_("Type the number of a choice, n or q."))
            continue
        if text == "r" and not visit.guesses.get(position):
            # Shown without a guess.
            return False
        if visit.guesses.get(position) and text.isdecimal():
            commands.do(desk, "r")
        if desk.judged is not None:
            return desk.judged


def _suggest(desk: Desk, result: Result) -> None:
    lessons = {lesson.id: lesson for lesson in desk.library.outline.lessons}

    def names(ids: tuple[str, ...]) -> str:
        return _(", ").join(f"{lessons[n].number} {inline(lessons[n].title)}" for n in ids)

    desk.dialogue.say("", _("Start with {lesson}.").format(lesson=names((result.start,))))
    if result.again:
        said = _("Worth a look before: {lessons}.").format(lessons=names(result.again))
        desk.dialogue.say(said)
    if result.known:
        desk.dialogue.say(_("Marked as known: {lessons}.").format(lessons=names(result.known)))
    desk.dialogue.say(_("Every lesson stays open to you."))
