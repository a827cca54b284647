"""The editor's second division of lines: by the rules of Chinese, and whole after every edit.

Textual patches its list of divided lines after an edit and can lose count when many lines come or
go at once (paste, undo). Snippets are short, so everything is divided anew; unchanged lines come
from a cache.
"""

from __future__ import annotations

from functools import lru_cache

from textual.expand_tabs import get_tab_widths
from textual.widgets.text_area import Location, WrappedDocument

from tutor.locale import offsets


@lru_cache(maxsize=4096)
def _divided(line: str, cells: int) -> tuple[int, ...]:
    return tuple(offsets(line, cells)) if cells else ()


class ChineseWrap(WrappedDocument):
    """A `WrappedDocument` that divides by `tutor.locale.offsets`."""

    def wrap(self, width: int, tab_width: int | None = None) -> None:
        self._width = width
        if tab_width:
            self._tab_width = tab_width
        self._wrap_offsets = []
        self._tab_width_cache = []
        self._offset_to_line_info = []
        self._line_index_to_offsets = []
        for index, line in enumerate(self.document.lines):
            starts = list(_divided(line, width))
            tabs = get_tab_widths(line, self._tab_width) if "\t" in line else []
            self._wrap_offsets.append(starts)
            self._tab_width_cache.append([cells for _, cells in tabs])
            first = len(self._offset_to_line_info)
            sections = range(len(starts) + 1)
            self._line_index_to_offsets.append([first + section for section in sections])
            self._offset_to_line_info.extend((index, section) for section in sections)

    def wrap_range(self, start: Location, old_end: Location, new_end: Location) -> None:
        self.wrap(self._width)
