"""The editor of a snippet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from rich.style import Style
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.errors import NoWidget
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widgets import TextArea
from textual.widgets.text_area import DocumentNavigator, Location, Selection, TextAreaTheme

from tutor.tui import look, python
from tutor.tui.widgets import edits
from tutor.tui.widgets.wrapped import ChineseWrap

_THEME = TextAreaTheme(
    name="tutor",
    syntax_styles={name: Style(color=color) for name, color in look.SYNTAX.items()},
)

_KEYS = {
    "up": "cursor_up",
    "down": "cursor_down",
    "left": "cursor_left",
    "right": "cursor_right",
    "ctrl+left,alt+b": "cursor_word_left",
    "ctrl+right,alt+f": "cursor_word_right",
    "home,ctrl+a": "cursor_line_start",
    "end,ctrl+e": "cursor_line_end",
    "ctrl+shift+left": "cursor_word_left(True)",
    "ctrl+shift+right": "cursor_word_right(True)",
    "shift+home": "cursor_line_start(True)",
    "shift+end": "cursor_line_end(True)",
    "shift+up": "cursor_up(True)",
    "shift+down": "cursor_down(True)",
    "shift+left": "cursor_left(True)",
    "shift+right": "cursor_right(True)",
    "ctrl+home": "document_start",
    "ctrl+end": "document_end",
    "alt+a": "select_all",
    "backspace": "delete_left",
    "ctrl+w,ctrl+backspace,alt+backspace": "delete_word_left",
    "delete,ctrl+d": "delete_right",
    "alt+d,alt+delete": "delete_word_right",
    "ctrl+x": "cut",
    "ctrl+c": "copy",
    "ctrl+v": "paste",
    "ctrl+u": "delete_to_start_of_line",
    "ctrl+k": "delete_to_end_of_line_or_delete_line",
    "ctrl+shift+k": "delete_line",
    "ctrl+z": "undo",
    "ctrl+y": "redo",
    "shift+tab": "outdent",
    "ctrl+underscore,ctrl+slash": "toggle_comment",
}
MOST_PASTED = 100_000
"""Characters of one paste."""

_ACTIONS = {key: action for keys, action in _KEYS.items() for key in keys.split(",")}


class Editor(TextArea, inherit_bindings=False):
    """A snippet to edit. As tall as its text; the page scrolls, the editor does not.

    Tab indents, except the first line of the program, and Esc gives the focus back to the page.
    Copies go to the terminal's clipboard by OSC 52, also over SSH.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, action, show=False) for key, action in _KEYS.items()
    ]
    DEFAULT_CSS = """
    Editor {
        height: auto; min-height: 1; border: none; padding: 0; background: $background;
        scrollbar-size: 0 0;
        &:focus { border: none; }
        & .text-area--cursor-line { background: $background; }
        & .text-area--cursor-gutter { background: $background; color: $primary; text-style: bold; }
        & .text-area--cursor { text-style: reverse; color: $foreground; background: $background; }
        & .text-area--gutter { color: $foreground; text-style: dim; }
        & .text-area--selection { text-style: reverse; background: $background; }
        & .text-area--matching-bracket { text-style: bold underline; background: $background; }
        &:ansi .text-area--selection { background: $background; }
        &:dark .text-area--cursor { color: $foreground; background: $background; }
        &:light .text-area--cursor { color: $foreground; background: $background; }
    }
    """

    @dataclass
    class CursorMoved(Message):
        """The cursor's line may have left the view."""

        editor: Editor

    @dataclass
    class TooLong(Message):
        """A paste was refused: no snippet is that long."""

        editor: Editor

    @dataclass
    class Edge(Message):
        """The cursor would leave the text, up (-1) or down (1)."""

        editor: Editor
        direction: int

    def __init__(self, code: str, *, read_only: bool = False) -> None:
        self._drawn: dict[int, Strip] = {}
        self._height = 0
        super().__init__(
            soft_wrap=True,
            tab_behavior="indent",
            show_line_numbers=True,
            read_only=read_only,
            max_checkpoints=500,
        )
        self.cursor_blink = False
        self.register_theme(_THEME)
        self.theme = "tutor"
        if (grammar := python.language()) is not None:
            self.register_language("python", grammar, python.QUERY)
            self.set_reactive(TextArea.language, "python")
        self.load_text(code)

    def _set_document(self, text: str, language: str | None) -> None:
        super()._set_document(text, language)
        self.wrapped_document = ChineseWrap(self.document, tab_width=self.indent_width)
        self.navigator = DocumentNavigator(self.wrapped_document)
        self._rewrap_and_refresh_virtual_size()

    def _build_highlight_map(self) -> None:
        super()._build_highlight_map()
        # Every edit ends here. Textual draws anew when the cursor has moved, or blinks: without
        # this a deletion to the right of a cursor that does not blink would stay on the screen.
        self.refresh()

    # --- keys ---------------------------------------------------------------------------------

    async def _on_key(self, event: events.Key) -> None:
        action = _ACTIONS.get(event.key)
        if action is not None:
            # At once, not when the key has bubbled up: keys that come in one burst, as they do
            # over a slow line, must act in the order in which they were typed.
            event.prevent_default()
            if await self.app.run_action(action, self):
                event.stop()
            return
        if event.key == "escape" or self.read_only:
            event.prevent_default()
            return
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self._insert_around(*edits.after_enter(*self._around_selection()))
        elif event.key == "tab" and self._lines_selected():
            event.stop()
            event.prevent_default()
            self._replace_lines(lambda lines: edits.shift(lines, right=True))
        elif event.key == "tab" and self._before_all_code():
            # Pressed to get into the editor, where the cursor was already: it breaks no program.
            event.stop()
            event.prevent_default()
        elif event.is_printable and event.character is not None:
            if self.selection.is_empty:
                before, after = self._around_selection()
                left, right, over = edits.typed(event.character, before, after)
                if over:
                    event.stop()
                    event.prevent_default()
                    self.move_cursor_relative(columns=over)
                elif right:
                    event.stop()
                    event.prevent_default()
                    self._insert_around(left, right)
            elif closing := edits.surrounds(event.character):
                event.stop()
                event.prevent_default()
                self._surround(event.character, closing)

    async def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        self._paste(event.text)

    def action_paste(self) -> None:
        self._paste(self.app.clipboard)

    def _paste(self, text: str) -> None:
        text = edits.pasted(text)
        if self.read_only or not text:
            return
        if len(text) > MOST_PASTED:
            self.post_message(self.TooLong(self))
            return
        self.history.checkpoint()
        result = self._replace_via_keyboard(text, *self.selection)
        if result is not None:
            self.move_cursor(result.end_location)

    def action_delete_left(self) -> None:
        if self.read_only:
            return
        if not self.selection.is_empty or self.cursor_location[1] == 0:
            super().action_delete_left()
            return
        row, column = self.cursor_location
        left, right = edits.backspace(*self._around_selection())
        self._delete_via_keyboard((row, column - left), (row, column + right))

    def action_toggle_comment(self) -> None:
        """Comment the selected lines, or the cursor's, and back."""
        if not self.read_only:
            self._replace_lines(edits.toggle_comment)

    def action_outdent(self) -> None:
        """The selected lines, or the cursor's, one indentation to the left."""
        if not self.read_only:
            self._replace_lines(lambda lines: edits.shift(lines, right=False))

    def action_cursor_up(self, select: bool = False) -> None:
        """Up; on the first line the page scrolls instead."""
        if self.cursor_line == 0 and not select:
            self.post_message(self.Edge(self, -1))
        else:
            super().action_cursor_up(select)

    def action_cursor_down(self, select: bool = False) -> None:
        """Down; on the last line the page scrolls instead."""
        if self.cursor_line >= self.wrapped_document.height - 1 and not select:
            self.post_message(self.Edge(self, 1))
        else:
            super().action_cursor_down(select)

    def action_document_start(self) -> None:
        self.move_cursor((0, 0))

    def action_document_end(self) -> None:
        self.move_cursor(self.document.end)

    def action_copy(self) -> None:
        if self.selected_text and not self.screen.has_class("-running"):
            self.app.copy_to_clipboard(self.selected_text)
        else:
            raise SkipAction

    # --- edits --------------------------------------------------------------------------------

    def _around_selection(self) -> tuple[str, str]:
        start, end = sorted((self.selection.start, self.selection.end))
        return self.document.get_line(start[0])[: start[1]], self.document.get_line(end[0])[
            end[1] :
        ]

    def _insert_around(self, left: str, right: str) -> None:
        """Insert both, the cursor between them, as one step of the history."""
        start = min(self.selection.start, self.selection.end)
        self._replace_via_keyboard(left + right, *self.selection)
        self.move_cursor(_after(start, left))

    def _surround(self, opening: str, closing: str) -> None:
        start, end = sorted((self.selection.start, self.selection.end))
        text = self.document.get_text_range(start, end)
        self._replace_via_keyboard(opening + text + closing, start, end)
        first = (start[0], start[1] + 1)
        self.selection = Selection(first, _after(first, text))

    def _before_all_code(self) -> bool:
        """Whether the cursor stands in front of the first code, which no Python indents."""
        row, column = self.cursor_location
        above = "".join(self.document.get_line(line) for line in range(row))
        line = self.document.get_line(row)
        return not (above + line[:column]).strip() and bool(line.strip())

    def _lines_selected(self) -> bool:
        return self.selection.start[0] != self.selection.end[0]

    def _replace_lines(self, change) -> None:  # type: ignore[no-untyped-def]
        (first, _), (last, column) = sorted((self.selection.start, self.selection.end))
        if last > first and column == 0:
            last -= 1
        old = [self.document.get_line(row) for row in range(first, last + 1)]
        new = change(old)
        if new == old:
            return
        selection = self.selection
        self.history.checkpoint()
        self.replace("\n".join(new), (first, 0), (last, len(old[-1])))
        grown = {
            row: len(n) - len(o) for row, (o, n) in enumerate(zip(old, new, strict=True), first)
        }

        def moved(location: Location) -> Location:
            row, column = location
            return row, max(0, column + grown.get(row, 0)) if column else 0

        self.selection = Selection(moved(selection.start), moved(selection.end))

    # --- few bytes ------------------------------------------------------------------------------

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Draw again; when nothing more is said, only the lines that look different now. A key
        changes one line, and over a slow line redrawing all of them is what people feel.
        """
        if repaint and not (regions or layout or recompose) and self.is_attached and self.size:
            regions = self._changed_lines()
            if not regions:
                return self
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def _changed_lines(self) -> tuple[Region, ...]:
        self._theme.apply_css(self)
        width, height = self.size
        rows = self._rows_in_view()
        drawn = {y: self.render_line(y) for y in rows}
        before, self._drawn = self._drawn, drawn
        as_high, self._height = self._height == height, height
        if not as_high or not rows:
            return (self.size.region,)
        changed = [
            Region(0, y, width, 1)
            for y, line in drawn.items()
            if y not in before or list(before[y]) != list(line)
        ]
        # To draw what nobody sees takes seconds in a long text; it is only marked as old.
        unseen = (
            Region(0, 0, width, rows.start),
            Region(0, rows.stop, width, height - rows.stop),
        )
        return (*changed, *(region for region in unseen if region.height))

    def _rows_in_view(self) -> range:
        """The lines of this widget that the page shows now."""
        try:
            place = self.screen.find_widget(self)
        except NoWidget:
            return range(0)
        seen = place.region.intersection(place.clip)
        top = seen.y - place.region.y
        return range(top, top + min(seen.height, self.size.height - top))

    # --- the page scrolls, not the editor -----------------------------------------------------

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        self._find_cursor()
        if self.has_focus:
            self.post_message(self.CursorMoved(self))
        return Offset(0, 0)

    @property
    def cursor_line(self) -> int:
        """Line of the text as drawn, from 0, on which the cursor stands."""
        self._find_cursor()
        return self._cursor_offset[1]

    def _find_cursor(self) -> None:
        self._cursor_offset = self.wrapped_document.location_to_offset(self.cursor_location)


def _after(start: Location, text: str) -> Location:
    """Where `text` inserted at `start` ends."""
    lines = text.split("\n")
    if len(lines) == 1:
        return start[0], start[1] + len(text)
    return start[0] + len(lines) - 1, len(lines[-1])
