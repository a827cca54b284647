"""Language of the interface and the width of text in a terminal.

The door: `set_language`, `language`, `preferred`, `translator`, `mark`, `lend`, `width`, `cut`,
`pad`, `wrap`, `offsets`. Texts of feedback ids that all exercises share: `tutor.locale.generic`.
"""

from tutor.locale.catalogue import (
    LANGUAGES,
    Translator,
    language,
    lend,
    mark,
    preferred,
    set_language,
    translator,
)
from tutor.locale.text import cut, offsets, pad, width, wrap

__all__ = [
    "LANGUAGES",
    "Translator",
    "cut",
    "language",
    "lend",
    "mark",
    "offsets",
    "pad",
    "preferred",
    "set_language",
    "translator",
    "width",
    "wrap",
]
