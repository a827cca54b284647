"""Small questions about Markdown that a page, a rule and plain text all ask."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[^`]*")
_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]*)\)")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)


def code_blocks(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The fenced code in `lines`: index of its first line, and its text."""
    fence, start = "", 0
    for index, line in enumerate(lines):
        mark = _FENCE.fullmatch(line)
        if not fence and mark:
            fence, start = mark.group(1), index + 1
        elif fence and mark and line.strip().startswith(fence):
            yield start, "\n".join(lines[start:index])
            fence = ""


def links(markdown: str) -> Iterator[tuple[int, str, str]]:
    """Inline links outside of code: index of the line, words, destination."""
    text = "\n".join(_without_code(markdown.split("\n")))
    for found in _LINK.finditer(text):
        yield text.count("\n", 0, found.start()), found.group(1), found.group(2)


def _without_code(lines: Sequence[str]) -> list[str]:
    """`lines` with code blanked out, each at its place."""
    kept = list(lines)
    for start, code in code_blocks(lines):
        for index in range(start, start + code.count("\n") + 1):
            kept[index] = ""
    blank = _CODE.sub(lambda match: re.sub(r"[^\n]", "x", match.group()), "\n".join(kept))
    return blank.split("\n")


def join(lines: Sequence[str]) -> str:
    """A paragraph's lines as one.

    A soft break is a space; it is nothing between two ideographs and beside full-width punctuation.
    """
    text = ""
    for line in (line.strip() for line in lines):
        if text and line and not _touch(text[-1], line[0]):
            text += " "
        text += line
    return text


def _touch(left: str, right: str) -> bool:
    return (_wide(left) and _wide(right)) or any(
        _wide(char) and unicodedata.category(char).startswith("P") for char in (left, right)
    )


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in ("W", "F")
