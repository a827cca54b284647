"""What can be done at a part of a page: which letters, and what each does."""

from __future__ import annotations

from collections.abc import Callable

from tutor import paths
from tutor.course import model
from tutor.locale import translator
from tutor.plain import answering, editing, running
from tutor.plain.desk import Desk, Visit
from tutor.plain.page import Part, numbered, prose
from tutor.study import Attempt
from tutor.study.programs import Program
from tutor.study.record import digest

_ = translator("plain")


def letters(part: Part, step: model.Step) -> list[str]:
    """The commands that make sense at a part, in the order of the prompt."""
    block, program = part.block, part.program
    found: list[str] = []
    if isinstance(block, model.Question):
        found += ["1"]
    if isinstance(block, model.Prediction):
        found += ["1" if block.ask == "choice" else "a"]
    if program is not None and program.kind == "parsons":
        found += ["o"]
    if program is not None:
        found += ["r"]
        if program.kind != "parsons":
            found += ["e"]
    if isinstance(block, model.ExerciseBlock):
        found += ["c", *(["h"] if step.hints else []), "s"]
    return [*found, "n"]


def prompt(desk: Desk) -> str:
    """One line: what can be done here."""
    visit = desk.visit
    assert visit is not None
    names = {
        "1": _("a number answers"),
        "a": _("[a]nswer"),
        "o": _("[o]rder"),
        "r": _("[r]un"),
        "e": _("[e]dit"),
        "c": _("[c]heck"),
        "h": _("[h]int"),
        "s": _("[s]olution"),
        "n": _("[n]ext"),
        "q": _("[q]uit"),
        "?": _("[?] help"),
    }
    shown = [names[letter] for letter in [*letters(visit.here, visit.step), "q", "?"]]
    return "\n" + _(", ").join(shown) + "\n> "


def explained(desk: Desk) -> list[str]:
    """All commands, those of this part first."""
    visit = desk.visit
    assert visit is not None
    texts = {
        "1": _("a number: answer the question with that choice"),
        "a": _("a: type what the code prints, before you run it"),
        "o": _("o: put the lines in order, by their numbers"),
        "r": _("r: run the code (ctrl+c stops it)"),
        "e": _("e: edit the code in your editor, or line by line when none is set"),
        "c": _("c: check your answer"),
        "h": _("h: the next hint (hints are counted)"),
        "s": _("s: show a solution, after asking"),
        "n": _("n: next part or step"),
    }
    here = [texts[letter] for letter in letters(visit.here, visit.step)]
    if visit.here.program is not None:
        here += [
            _("i: edit line by line"),
            _("k: show the code"),
            _("x: back to the starter (u undoes that)"),
            _("t: the whole traceback of the last error"),
            _("xray: run the code once more and see what JAX did"),
        ]
    if desk.reviewing:
        return [*here, _("q: leave; what was not answered is still due")]
    return [
        *here,
        _("p: the part or step before"),
        _("v: view the page again"),
        _("l: list of lessons"),
        _("en, zh: the same page in English, in Chinese"),
        _("LESSON/STEP: go to a step by its id"),
        _("review: answer what is due"),
        _("g: look a word up"),
        _("placement: a few questions that find where to start"),
        _("code of your own: jax-tutor run FILE"),
        _("settings: the file {path}").format(path=paths.config_file()),
        _("q: leave; your work is kept"),
    ]


def do(desk: Desk, command: str) -> bool:
    """Do `command`; False when it means nothing at this part."""
    visit = desk.visit
    assert visit is not None
    part = visit.here
    if command.isdecimal() and len(command) < 4:
        return _number(desk, visit, part, int(command))
    if command == "a" and isinstance(part.block, model.Prediction) and part.block.ask == "output":
        answering.guess_output(desk, visit, part.block)
        return True
    if part.program is None:
        return False
    if command in ("c", "h", "s") and not isinstance(part.block, model.ExerciseBlock):
        return False
    act = _ACTS.get(command)
    if act is None:
        return False
    act(desk, visit, part, part.program)
    return True


def _number(desk: Desk, visit: Visit, part: Part, number: int) -> bool:
    if isinstance(part.block, model.Question):
        answering.answer_question(desk, visit, part, part.block, number)
        return True
    if isinstance(part.block, model.Prediction) and part.block.ask == "choice":
        answering.guess_choice(desk, visit, part.block, number)
        return True
    return False


def _run(desk: Desk, visit: Visit, part: Part, program: Program) -> None:
    if isinstance(part.block, model.Prediction):
        answering.run_prediction(desk, visit, part, part.block, program)
        return
    record = running.run(desk, visit.step, program)
    if record is not None and isinstance(part.block, model.TimingBlock):
        running.tell_claim(desk, part.block, record)


def _edit(desk: Desk, visit: Visit, part: Part, program: Program) -> None:
    command = editing.editor_of(desk.settings)
    if not command or program.kind == "parsons":
        _inline(desk, visit, part, program)
        return
    code = desk.code(visit.step, program)
    changed = editing.edit_outside(desk.dialogue, command, code, visit.step.id)
    if changed.strip("\n") == code.strip("\n"):
        desk.dialogue.say(_("Nothing was changed."))
        return
    desk.save(visit.step, program, changed)
    desk.dialogue.say(_("Saved."), *numbered(changed))


def _inline(desk: Desk, visit: Visit, part: Part, program: Program) -> None:
    if program.kind == "parsons":
        answering.put_in_order(desk, visit.step, program)
        return
    editing.edit_lines(
        desk.dialogue,
        desk.code(visit.step, program),
        lambda code: desk.save(visit.step, program, code),
    )
    desk.dialogue.say(_("Saved."))


def _order(desk: Desk, visit: Visit, part: Part, program: Program) -> None:
    if program.kind == "parsons":
        answering.put_in_order(desk, visit.step, program)


def _check(desk: Desk, visit: Visit, part: Part, program: Program) -> None:
    running.check(desk, visit.step, program)


def _hint(desk: Desk, visit: Visit, part: Part, program: Program) -> None:
    step = visit.step
    shown = desk.hints_shown(step)
    if not step.hints:
        desk.dialogue.say(_("This step has no hints."))
        return
    if shown >= len(step.hints):
        desk.dialogue.say(_("These are all hints:"))
        for number, hint in enumerate(step.hints, 1):
            desk.dialogue.say(f"{number}.", *prose(hint.text, desk.dialogue.cells))
        return
    desk.note(Attempt(step=step.full_id, kind="hint", digest=digest(step)))
    desk.dialogue.say(
        _("Hint {number} of {count}:").format(number=shown + 1, count=len(step.hints)),
        *prose(step.hints[shown].text, desk.dialogue.cells),
    )


def _solution(desk: Desk, visit: Visit, part: Part, program: Program) -> None:
    step = visit.step
    if step.exercise is None or not step.exercise.solutions:
        return
    question = _("Show the solution? The step will not count as done by it. y or n:")
    if not desk.dialogue.agrees(question):
        return
    desk.note(Attempt(step=step.full_id, kind="solution-shown", digest=digest(step)))
    for number, solution in enumerate(step.exercise.solutions[:1], 1):
        head = _("A solution:") if number == 1 else f"{solution.label}:"
        desk.dialogue.say(head, *numbered(solution.code))


def _show_code(desk: Desk, visit: Visit, part: Part, program: Program) -> None:
    desk.dialogue.say(*numbered(desk.code(visit.step, program)))


def _reset(desk: Desk, visit: Visit, part: Part, program: Program) -> None:
    if desk.reset(visit.step, program, undo=False):
        desk.dialogue.say(_("Back to the starter. u brings your text back."))
    else:
        desk.dialogue.say(_("This is the starter already."))


def _undo(desk: Desk, visit: Visit, part: Part, program: Program) -> None:
    if desk.reset(visit.step, program, undo=True):
        desk.dialogue.say(_("Your text is back."))
        _show_code(desk, visit, part, program)
    else:
        desk.dialogue.say(_("There is no reset to undo."))


def _xray(desk: Desk, visit: Visit, part: Part, program: Program) -> None:
    running.xray(desk, visit.step, program)


def _traceback(desk: Desk, visit: Visit, part: Part, program: Program) -> None:
    evidence = visit.last.evidence if visit.last is not None else None
    if evidence is None or not evidence.traceback:
        desk.dialogue.say(_("There is no error to show."))
        return
    desk.dialogue.say(*evidence.traceback.rstrip("\n").split("\n"))


_ACTS: dict[str, Callable[[Desk, Visit, Part, Program], None]] = {
    "r": _run,
    "xray": _xray,
    "e": _edit,
    "i": _inline,
    "o": _order,
    "c": _check,
    "h": _hint,
    "s": _solution,
    "k": _show_code,
    "x": _reset,
    "u": _undo,
    "t": _traceback,
}
