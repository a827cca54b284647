"""How wide text is in a terminal, and where a line of it may end.

Chinese breaks between any two ideographs, but no line starts with closing punctuation and none
ends with opening punctuation; a dash or an ellipsis of two characters stays whole. Other text
breaks at spaces; a word longer than a line is broken anywhere.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Literal

CLOSING = frozenset("、。，．：；！？）】》」』〉〕〗〙〛”’｝］…—～·％‰℃々ー")
CLOSING_NARROW = frozenset(",.:;!?)]}%")
OPENING = frozenset("（【《「『〈〔〖〘〚“‘｛［￥")
OPENING_NARROW = frozenset("([{")


@lru_cache(maxsize=8192)
def _cells(character: str) -> int:
    if character.isascii():
        return 1 if " " <= character <= "~" else 0
    from wcwidth import wcwidth  # some 20 ms, which a page in English does not pay

    return max(0, wcwidth(character))


def width(text: str) -> int:
    """Cells that `text` takes on one line; control characters take none."""
    if text.isascii():
        return len(text) if text.isprintable() else sum(" " <= c <= "~" for c in text)
    return sum(map(_cells, text))


def cut(text: str, cells: int, mark: str = "…") -> str:
    """`text` in at most `cells` cells; when something is left out it ends with `mark`."""
    if width(text) <= cells:
        return text
    room = cells - width(mark)
    if room < 0:
        mark, room = "", cells
    return text[: _fitting(text, 0, room)].rstrip() + mark


def pad(text: str, cells: int, align: Literal["left", "right", "center"] = "left") -> str:
    """`text` with spaces up to `cells` cells; longer text stays as it is."""
    missing = max(0, cells - width(text))
    if align == "right":
        return " " * missing + text
    if align == "center":
        return " " * (missing // 2) + text + " " * (missing - missing // 2)
    return text + " " * missing


def wrap(text: str, cells: int) -> list[str]:
    """The lines of `text`, each at most `cells` cells wide; spaces at a break go.

    Line breaks in `text` stay, and so do spaces at its start (indentation). A single character
    wider than `cells` stands on a line of its own.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        bounds = [0, *offsets(paragraph, cells), len(paragraph)]
        for start, end in pairwise(bounds):
            lines.append(paragraph[start:end].rstrip(" "))
    return lines


def offsets(text: str, cells: int) -> list[int]:
    """Where lines of `text` start after the first, as indices into it. `text` is one paragraph.

    Spaces at a break belong to the line before it and may hang over its end.
    """
    cells = max(1, cells)
    found: list[int] = []
    start = 0
    while True:
        end = _fitting(text, start, cells)
        visible = end
        while visible < len(text) and text[visible] == " ":
            visible += 1
        if visible >= len(text):
            return found
        start = _break(text, start, end)
        found.append(start)


def _fitting(text: str, start: int, cells: int) -> int:
    """End of the longest piece from `start` that fits, not inside a character's combining marks."""
    used = 0
    index = start
    while index < len(text):
        used += _cells(text[index])
        if used > cells:
            return index
        index += 1
    return index


def _break(text: str, start: int, end: int) -> int:
    """Start of the next line, when `text[start:end]` is all that fits."""
    index = end
    while index < len(text) and text[index] == " ":
        index += 1
    content = start
    while content < len(text) and text[content] == " ":
        content += 1
    while index > content:
        if _may_break(text, index):
            return index
        index -= 1
    hard = end
    while hard > start and not _may_cut(text, hard):
        hard -= 1
    if hard > start:
        return hard
    hard = max(end, start + 1)
    while hard < len(text) and _cells(text[hard]) == 0:
        hard += 1
    return hard


def _may_break(text: str, index: int) -> bool:
    """Whether a line may start at `index` by the rules of writing."""
    after, before = text[index], text[index - 1]
    if after == " " or _cells(after) == 0 or after in CLOSING:
        return False
    if before == " ":
        last = text[:index].rstrip(" ")[-1:]
        return last not in OPENING
    if before in OPENING or before in OPENING_NARROW or after in CLOSING_NARROW:
        return False
    return _cells(before) == 2 or _cells(after) == 2 or _ends_chinese(text, index)


def _ends_chinese(text: str, index: int) -> bool:
    """Whether narrow punctuation of Chinese (quotes, dash, ellipsis) stands before `index`."""
    before, after = text[index - 1], text[index]
    return before in CLOSING and before not in "’·" and after in OPENING


def _may_cut(text: str, index: int) -> bool:
    """Whether a word that is too long may be cut at `index`."""
    after, before = text[index], text[index - 1]
    if _cells(after) == 0 or after in CLOSING or before in OPENING:
        return False
    return not (after in CLOSING_NARROW or before in OPENING_NARROW)
