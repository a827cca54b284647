"""Drafts: saved within 0.3 seconds of a key, never over another window's newer text in silence."""

from __future__ import annotations

from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer

from tutor.errors import StoreError
from tutor.study import Store
from tutor.tui.state import Cell

PAUSE = 0.15
"""Seconds from the first unsaved key to the write; typing on does not put it off."""


class Drafts:
    """Saves cells. `told` is called when something about them changed: saved, not saved, newer."""

    def __init__(self, store: Store, pump: MessagePump, told: Callable[[], None]) -> None:
        self._store = store
        self._pump = pump
        self._told = told
        self._unsaved: dict[tuple[str, str], Cell] = {}
        self._timer: Timer | None = None
        self.trouble = ""
        """Why the last write failed, or ""."""

    @property
    def saved(self) -> bool:
        return not self._unsaved and not self.trouble

    def changed(self, cell: Cell, code: str) -> None:
        """`cell` has new text; it will be saved."""
        cell.code = code
        self._unsaved[cell.step, cell.slot] = cell
        if self._timer is None:
            self._timer = self._pump.set_timer(PAUSE, self.flush)

    def flush(self) -> None:
        """Save everything now."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        for key, cell in list(self._unsaved.items()):
            try:
                self.notice(cell)
                self._store.save_draft(cell.step, cell.code, cell.slot)
            except StoreError as error:
                self.trouble = str(error)
                break
            cell.stored = cell.code
            self.trouble = ""
            del self._unsaved[key]
        self._told()

    def notice(self, cell: Cell) -> bool:
        """Whether another window has put a newer text into the store. It is kept in `cell.theirs`,
        and stays in the store as a revision whatever is saved after it.
        """
        found = self._store.draft(cell.step, cell.slot)
        if found == cell.stored or found == cell.code:
            cell.stored = found
            return False
        cell.theirs = cell.starter if found is None else found
        cell.stored = found
        return True

    def touched(self, cell: Cell) -> bool:
        """Whether there is text that the store does not have yet."""
        return (cell.step, cell.slot) in self._unsaved

    def reset(self, cell: Cell) -> bool:
        """Back to the starter; False when it is there already."""
        self.flush()
        if not self._store.reset(cell.step, cell.slot):
            return False
        cell.stored = None
        cell.code = cell.starter
        return True

    def undo_reset(self, cell: Cell) -> bool:
        """Bring back what a reset took; False when there was none."""
        self.flush()
        if not self._store.undo_reset(cell.step, cell.slot):
            return False
        cell.stored = self._store.draft(cell.step, cell.slot)
        cell.code = cell.starter if cell.stored is None else cell.stored
        return True
