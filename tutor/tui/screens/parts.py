"""From a step to the widgets of its page. Widgets that only some pages have are loaded by those."""

from __future__ import annotations

from textual.widget import Widget

from tutor.course import model
from tutor.locale import translator
from tutor.study.programs import programs
from tutor.tui import look
from tutor.tui.flows.hints import hints
from tutor.tui.prose import prose
from tutor.tui.python import highlight
from tutor.tui.state import PageState
from tutor.tui.text import Paragraph, Text, plain
from tutor.tui.widgets.cell import CodeCell

_ = translator("tui")


def page_parts(step: model.Step, state: PageState) -> list[Widget]:
    """The widgets, in reading order; those with the class `right` may stand beside the prose."""
    found: list[Widget] = [Text([Paragraph(plain(step.title, look.TITLE))], classes="title")]
    where = programs(step)
    for position, block in enumerate(step.blocks):
        slot = where[position].slot if position in where else ""
        found += block_parts(step, state, position, block, slot)
    return found


def block_parts(
    step: model.Step,
    state: PageState,
    position: int,
    block: model.Block,
    slot: str,
    *,
    aids: bool = True,
) -> list[Widget]:
    """The widgets of one block. Without `aids` an exercise has no button for hints."""
    run = [(_("Run"), "run")]
    cell = state.cells.get(slot)
    match block:
        case model.Prose():
            return [Text(prose(block.markdown), classes="prose")]
        case model.Question():
            from tutor.tui.widgets.quiz import QuizBox

            return [QuizBox(block, state.answer(position), position)]
        case model.RunBlock() if cell is not None:
            return [CodeCell(cell, run, title=block.caption, quoted=block.output)]
        case model.TimingBlock() if cell is not None:
            return [CodeCell(cell, run)]
        case model.Prediction() if cell is not None:
            from tutor.tui.widgets.prediction import PredictionBox

            guess = state.guess(position)
            box = PredictionBox(block, guess, position, slot)
            return [box, CodeCell(cell, run, locked=not guess.settled), box.ending]
        case model.CompareBlock() if cell is not None:
            still, live = (block.left, block.right)
            if still.runs:
                still, live = live, still
            lines = highlight(still.code.rstrip("\n")).split("\n", allow_blank=True)
            shown = [Paragraph(plain(still.title, look.STRONG))]
            shown += [Paragraph(line, plain("   "), plain("   "), "fold") for line in lines]
            return [Text(shown, classes="prose"), CodeCell(cell, run, title=live.title)]
        case model.ExerciseBlock() if cell is not None and step.exercise is not None:
            buttons = [*run, (_("Check"), "check")]
            if step.hints and aids:
                buttons.append((_("Hint"), "hint"))
            if block.kind == "parsons":
                from tutor.tui.widgets.parsons_cell import OrderCell

                widget: CodeCell = OrderCell(cell, step.exercise, buttons)
            else:
                widget = CodeCell(cell, buttons)
            widget.notes.say(hints(step, state))
            return [Text(prose(block.prompt), classes="prose prompt"), widget]
    return []
