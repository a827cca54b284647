"""Guesses, quiz answers, and lines put in order."""

from __future__ import annotations

import re

from tutor.course import model, parsons
from tutor.locale import translator
from tutor.plain import running
from tutor.plain.desk import Desk, Visit
from tutor.plain.page import Part, hanging, inline, prose
from tutor.study.judge import Judgement, judge
from tutor.study.ordering import Order, draft_of, order_of, shuffled
from tutor.study.programs import Program
from tutor.study.record import RunRecord

_ = translator("plain")


# --- predictions -----------------------------------------------------------------------------


def guess_choice(desk: Desk, visit: Visit, block: model.Prediction, number: int) -> None:
    """Commit to a choice."""
    if not 1 <= number <= len(block.choices):
        desk.dialogue.say(_("Type a number from 1 to {count}.").format(count=len(block.choices)))
        return
    _commit(visit, number - 1)
    chosen = inline(block.choices[number - 1].text)
    if not visit.single:
        desk.dialogue.say(_("Your guess: {guess}. Run it now: r").format(guess=chosen))


def guess_output(desk: Desk, visit: Visit, block: model.Prediction) -> None:
    """Type what a program prints."""
    desk.dialogue.say(
        _("Type what it prints; an empty line ends it. Line breaks and commas count as spaces.")
    )
    lines: list[str] = []
    while line := desk.dialogue.ask("| ").strip():
        lines.append(line)
    if lines:
        _commit(visit, "\n".join(lines))
        desk.dialogue.say(_("Noted. Run it now: r"))


def _commit(visit: Visit, guess: int | str) -> None:
    position = visit.here.position
    if position in visit.settled:
        visit.settled.discard(position)
        visit.guesses[position] = []
    visit.guesses.setdefault(position, []).append(guess)


def run_prediction(
    desk: Desk, visit: Visit, part: Part, block: model.Prediction, program: Program
) -> None:
    """Run the program and hold the guess against it; the run is told once that is settled."""
    step = visit.step
    guesses = visit.guesses.get(part.position, [])
    open_guess = bool(guesses) and part.position not in visit.settled
    code = desk.code(step, program)
    changed = code.strip() != program.starter.strip()
    record = running.run(desk, step, program, tell=not open_guess or changed)
    if record is None or not open_guess:
        return
    if changed:
        desk.dialogue.say(_("You changed the code, so the guess is not judged."))
        return
    if not record.complete:
        desk.dialogue.write(record.text)
        running.tell_run(desk, step, record, code)
        return
    found = judge(block, guesses, record.outcome())
    guess = guesses[-1]
    words = inline(block.choices[guess].text) if isinstance(guess, int) else str(guess)
    desk.answer(
        step,
        part.position,
        "predict",
        words,
        correct=found.correct or found.undecided,
        decides=program.slot == "",
        code=code,
    )
    if found.again and not visit.single:
        if found.form:
            desk.dialogue.say(_("The values are right, not the brackets."))
        desk.dialogue.say(
            _("Not so. You have one more guess: {how}, then r.").format(
                how=_("a number") if block.ask == "choice" else "a"
            )
        )
        return
    visit.settled.add(part.position)
    text = record.text
    desk.dialogue.write(text if not text or text.endswith("\n") else text + "\n")
    running.tell_run(desk, step, record, code)
    _tell_judgement(desk, block, guesses, words, found, record)


def _tell_judgement(
    desk: Desk,
    block: model.Prediction,
    guesses: list[int | str],
    words: str,
    found: Judgement,
    record: RunRecord,
) -> None:
    dialogue = desk.dialogue
    if found.undecided:
        dialogue.say(_("Too close to tell on this machine: noise decides nothing."))
    elif found.correct:
        dialogue.say(_("Your guess was right: {guess}.").format(guess=words.replace("\n", " / ")))
    elif found.form:
        told = _("The values were right, not the brackets: {guess}.")
        dialogue.say(told.format(guess=words.replace("\n", " / ")))
    else:
        dialogue.say(_("Your guess was wrong: {guess}.").format(guess=words.replace("\n", " / ")))
    picked = {guess for guess in guesses if isinstance(guess, int)}
    for index in sorted(picked | found.right):
        choice = block.choices[index]
        if index in found.right and index not in picked:
            dialogue.say(_("True is: {choice}").format(choice=inline(choice.text)))
        if choice.explanation:
            label = inline(choice.text) + _(": ")
            dialogue.say(*hanging("  ", label + inline(choice.explanation), dialogue.cells))
    dialogue.say(*prose(block.explanation, dialogue.cells))


# --- quiz ------------------------------------------------------------------------------------


def answer_question(
    desk: Desk, visit: Visit, part: Part, block: model.Question, number: int
) -> None:
    """Answer a quiz question. Every choice has its explanation."""
    dialogue = desk.dialogue
    if not 1 <= number <= len(block.choices):
        dialogue.say(_("Type a number from 1 to {count}.").format(count=len(block.choices)))
        return
    choice = block.choices[number - 1]
    correct = choice.condition == "right"
    if correct:
        visit.answered.add(part.position)
    questions = {p.position for p in visit.parts if isinstance(p.block, model.Question)}
    quiz = visit.step.kind == "quiz"
    desk.answer(
        visit.step,
        part.position,
        "quiz",
        inline(choice.text),
        correct=correct,
        decides=quiz and (not correct or visit.answered >= questions),
    )
    dialogue.say(_("Right.") if correct else _("Not this one."))
    dialogue.say(*prose(choice.explanation, dialogue.cells))


# --- lines to order --------------------------------------------------------------------------


def tell_order(desk: Desk, step: model.Step, program: Program) -> None:
    """The given lines, and the numbered lines in the learner's order."""
    exercise = step.exercise
    assert exercise is not None
    given, _right = parsons.pieces(exercise)
    order = order_of(desk.draft(step, program), exercise, step.full_id)
    numbers = _numbers(step, exercise)
    if given:
        desk.dialogue.say(_("These lines stand above:"), *(f"      {line}" for line in given))
    desk.dialogue.say(_("Lines to put in order:"))
    desk.dialogue.say(*(f"{number:>4}  {line}" for number, line in enumerate(numbers, 1)))
    used = " ".join(str(n) for n in _used(order, numbers))
    if order != shuffled(exercise, step.full_id):
        desk.dialogue.say(_("Your order: {numbers}").format(numbers=used or "-"))


def put_in_order(desk: Desk, step: model.Step, program: Program, text: str = "") -> None:
    """Ask for numbers; lines that are not named are left aside."""
    exercise = step.exercise
    assert exercise is not None
    numbers = _numbers(step, exercise)
    if not text:
        text = desk.dialogue.ask(
            _("Numbers in order, such as 3 1 2; leave out what does not belong: ")
        )
    wanted = [int(found) for found in re.findall(r"\d+", text)]
    if not wanted:
        return
    if len(set(wanted)) < len(wanted) or not all(1 <= n <= len(numbers) for n in wanted):
        desk.dialogue.say(_("Type each number once, from 1 to {count}.").format(count=len(numbers)))
        return
    used = tuple(numbers[n - 1] for n in wanted)
    aside = tuple(line for n, line in enumerate(numbers, 1) if n not in wanted)
    desk.save(step, program, draft_of(Order(used, aside)))
    desk.dialogue.say(*code_lines(parsons.assemble(exercise, used)))


def code_lines(code: str) -> list[str]:
    """A program as it stands."""
    return [_("Code:"), *(f"      {line}".rstrip() for line in code.split("\n"))]


def _numbers(step: model.Step, exercise: model.Exercise) -> tuple[str, ...]:
    """The lines as they are numbered: always the same mixture."""
    return shuffled(exercise, step.full_id).used


def _used(order: Order, numbers: tuple[str, ...]) -> list[int]:
    free = list(range(len(numbers)))
    found = []
    for line in order.used:
        index = next((i for i in free if numbers[i] == line), None)
        if index is not None:
            free.remove(index)
            found.append(index + 1)
    return found
