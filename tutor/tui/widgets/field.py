"""One line to type in."""

from __future__ import annotations

from textual.widgets import Input


class Field(Input):
    """An input without a frame, whose cursor stands still: a blinking one costs traffic all day."""

    def __init__(self, value: str = "", placeholder: str = "") -> None:
        super().__init__(value, placeholder, compact=True)
        self.cursor_blink = False
