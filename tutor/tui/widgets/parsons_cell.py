"""The cell of a parsons exercise: lines instead of an editor."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

from textual.widget import Widget

from tutor.course import model, parsons
from tutor.tui.state import Cell, Order, PageState
from tutor.tui.widgets.cell import CodeCell
from tutor.tui.widgets.parsons import OrderBox

ASIDE = "#- "
"""Before each line left aside, in the draft: so the draft is a program too."""


class OrderCell(CodeCell):
    """Like `CodeCell`, with an `OrderBox` in the place of the editor."""

    def __init__(
        self,
        cell: Cell,
        exercise: model.Exercise,
        page: PageState,
        buttons: Sequence[tuple[str, str]],
    ) -> None:
        super().__init__(cell, buttons)
        self._exercise = exercise
        if page.order is None:
            page.order = order_of(cell.stored, exercise, cell.step)
            cell.code = draft_of(page.order)
            cell.starter = draft_of(shuffled(exercise, cell.step))
        given, _right = parsons.pieces(exercise)
        self.box = OrderBox(given, page.order)
        self._page = page

    def body(self) -> Iterable[Widget]:
        yield self.box

    def on_mount(self) -> None:
        self._quote()

    @property
    def focus_target(self) -> Widget:
        return self.box

    @property
    def code(self) -> str:
        assert self._page.order is not None
        return parsons.assemble(self._exercise, self._page.order.used)

    @property
    def draft(self) -> str:
        """What the store keeps: used lines, then those left aside as comments."""
        assert self._page.order is not None
        return draft_of(self._page.order)

    def load(self, code: str) -> None:
        self._page.order = order_of(code, self._exercise, self.cell.step)
        self.box.load(self._page.order)


def shuffled(exercise: model.Exercise, step: str) -> Order:
    """All lines, mixed; the same mixture each time for one step."""
    return Order(list(parsons.shuffle(exercise, zlib.crc32(step.encode()))), [])


def draft_of(order: Order) -> str:
    return "\n".join([*order.used, *(ASIDE + line for line in order.aside)])


def order_of(draft: str | None, exercise: model.Exercise, step: str) -> Order:
    """The order that a draft holds; the mixture when it holds other lines than the exercise has."""
    fresh = shuffled(exercise, step)
    if draft is None:
        return fresh
    lines = [line for line in draft.split("\n") if line.strip()]
    used = [line for line in lines if not line.startswith(ASIDE)]
    aside = [line.removeprefix(ASIDE) for line in lines if line.startswith(ASIDE)]
    if sorted(map(str.strip, [*used, *aside])) != sorted(map(str.strip, fresh.used)):
        return fresh
    return Order(used, aside)
