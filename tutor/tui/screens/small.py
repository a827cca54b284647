"""What is seen in a terminal that is too small for anything."""

from __future__ import annotations

from tutor.locale import translator

_ = translator("tui")

COLUMNS, ROWS = 40, 10
"""Below this a page cannot be used; the message says so, and nothing is lost."""


def too_small(columns: int, rows: int) -> str:
    """The message for a terminal of this size, or ""."""
    if columns >= COLUMNS and rows >= ROWS:
        return ""
    return _("Too small: {columns}x{rows}. Needs {least}.").format(
        columns=columns, rows=rows, least=f"{COLUMNS}x{ROWS}"
    )
