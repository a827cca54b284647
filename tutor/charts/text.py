"""Small helpers for text that is drawn."""

from __future__ import annotations

from tutor.locale import cut

_INSTEAD = str.maketrans(
    {"±": "+-", "µ": "u", "×": "x", "…": "...", "·": ".", "█": "#", "→": "->", "≥": ">=", "≤": "<="}
)


def clean(text: object, most: int = 200) -> str:
    """`text` as one line without control characters: names come from a learner's program."""
    raw = text if isinstance(text, str) else str(text)
    return "".join(c if c.isprintable() else "�" if c != "\n" else " " for c in raw[:most])


def plain_ascii(text: str) -> str:
    """For terminals without Unicode: what has no place in ASCII becomes a question mark."""
    return text.translate(_INSTEAD).encode("ascii", "replace").decode()


def fit(text: str, cells: int) -> str:
    return cut(text, max(0, cells))
