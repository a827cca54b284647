"""Screens for terminals without Unicode: every character that is drawn becomes one in ASCII."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import get_character_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_INSTEAD = {
    "●": "#", "◐": "+", "○": ".", "✓": "v", "✗": "x", "›": ">", "•": "*", "–": "-", "·": "-",
    "—": "-", "…": "~", "⋯": "~", "“": '"', "”": '"', "‘": "'", "’": "'", "±": "~", "×": "x",
    "▮": "|", "√": "v", "↑": "^", "↓": "v", "←": "<", "→": ">", "µ": "u", "²": "2", "−": "-",
}  # fmt: skip
_HORIZONTAL = "─━═▁▂▔"
_VERTICAL = "│┃║▎▏▌▍▋▊▉▐"


@lru_cache(maxsize=4096)
def plainly(text: str) -> str:
    """`text` in ASCII, in as many cells."""
    return text if text.isascii() else "".join(map(_one, text))


def _one(character: str) -> str:
    if character.isascii():
        return character
    if character in _INSTEAD:
        return _INSTEAD[character]
    if character in _HORIZONTAL:
        return "-"
    if character in _VERTICAL:
        return "|"
    if "\u2500" <= character <= "\u257f":
        return "+"
    if "\u2580" <= character <= "\u259f":
        return "#"
    return "?" * get_character_cell_size(character)


class Plainly(LineFilter):
    """Applied to every line just before it is written."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(plainly(text), style, control) if not control else Segment(text, style, control)
            for text, style, control in segments
        ]
