"""The cell of a parsons exercise: lines instead of an editor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.widget import Widget

from tutor.course import model, parsons
from tutor.study.ordering import draft_of, order_of
from tutor.tui.state import Cell
from tutor.tui.widgets.cell import CodeCell
from tutor.tui.widgets.parsons import OrderBox


class OrderCell(CodeCell):
    """Like `CodeCell`, with an `OrderBox` in the place of the editor."""

    def __init__(
        self, cell: Cell, exercise: model.Exercise, buttons: Sequence[tuple[str, str]]
    ) -> None:
        super().__init__(cell, buttons)
        self._exercise = exercise
        given, _right = parsons.pieces(exercise)
        self.box = OrderBox(given, order_of(cell.code, exercise, cell.step))

    def body(self) -> Iterable[Widget]:
        yield self.box

    def on_mount(self) -> None:
        self._quote()

    @property
    def focus_target(self) -> Widget:
        return self.box

    @property
    def code(self) -> str:
        return parsons.assemble(self._exercise, self.box.order.used)

    @property
    def draft(self) -> str:
        """What the store keeps: used lines, then those left aside as comments."""
        return draft_of(self.box.order)

    def load(self, code: str) -> None:
        self.box.load(order_of(code, self._exercise, self.cell.step))
