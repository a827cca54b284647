"""The page: one scroll, one column, or from some 120 columns prose left and code right."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import NULL_OFFSET, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from tutor.tui.widgets.bar import Press

WIDE = 116
"""Columns of the page from which it has two."""
CODE = 68
"""Columns of the right side at least: sixty of code, its line numbers, room for a curve."""
GAP = 2


class Columns(Layout):
    """Children with the class `right` stand in the right column, beside the prose that leads to
    them: what stands between the one before and this one."""

    name = "columns"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        parent.pre_layout(self)
        wide = size.width >= WIDE and any(child.has_class("right") for child in children)
        right = max(CODE, size.width * 11 // 20) if wide else 0
        left = min(size.width - right - GAP, 92) if wide else min(size.width, 100)
        viewport = parent.app.viewport_size
        placements: list[WidgetPlacement] = []
        tops = {"left": 0, "right": 0}
        beside: int | None = None
        for child in children:
            side = "right" if wide and child.has_class("right") else "left"
            wants = right if side == "right" else left if wide else self._alone(child, size, left)
            fraction = Fraction(wants)
            model = child._get_box_model(
                Size(wants, size.height), viewport, fraction, Fraction(size.height)
            )
            height = int(model.height)
            if side == "right":
                top = max(tops["right"], tops["left"] if beside is None else beside)
                beside = None
            else:
                top = tops["left"] + (model.margin.top if tops["left"] else 0)
                beside = top if beside is None else beside
            x = (size.width - right if side == "right" else 0) + model.margin.left
            region = Region(x, top, int(model.width), height)
            placements.append(WidgetPlacement(region, NULL_OFFSET, model.margin, child))
            tops[side] = top + height + (model.margin.bottom if height else 0)
        return placements

    @staticmethod
    def _alone(child: Widget, size: Size, prose: int) -> int:
        """In one column prose keeps to a width that is good to read; results take all."""
        return size.width if child.has_class("right") else prose


class Page(VerticalScroll, can_focus=True, inherit_bindings=False):
    """Scrolls by keys from anywhere; knows how to bring something into view."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "line(-1)", show=False),
        Binding("down", "line(1)", show=False),
        Binding("space", "line(16)", show=False),
        Binding("home", "line(-99999)", show=False),
        Binding("end", "line(99999)", show=False),
        Binding("tab", "onward", show=False),
    ]

    DEFAULT_CSS = """
    Page { padding: 0 1; scrollbar-size-vertical: 1; &:focus { background-tint: $background 0%; } }
    """

    def __init__(self) -> None:
        super().__init__(id="page")
        self._columns = Columns()
        self._followed: Widget | None = None
        self._first: Callable[[], int] | None = None
        self._left: Widget | None = None

    @property
    def layout(self) -> Layout:
        return self._columns

    def follow(self, widget: Widget | None, first: Callable[[], int] | None = None) -> None:
        """Keep the end of `widget` in view while it grows, until somebody scrolls or types.

        `first`: keep this line of it at the top instead.
        """
        self._followed, self._first = widget, first
        if widget is not None:
            self.call_after_refresh(self._pull)

    def watch_virtual_size(self, old: Size, new: Size) -> None:
        if self._followed is not None and old != new:
            self.call_after_refresh(self._pull)

    def _pull(self) -> None:
        if self._followed is None:
            return
        if self._first is None:
            self.reveal(self._followed)
        else:
            first = self._first()
            self.reveal(self._followed, first, first + self.view - 1)

    def reveal(self, widget: Widget, first: int = 0, last: int | None = None) -> None:
        """Scroll as little as is needed for lines `first` to `last` of `widget` (to its end).

        When they do not fit, the end is what is seen.
        """
        if not widget.is_attached or self not in widget.ancestors:
            return
        top = self._top(widget)
        bottom = top + (widget.outer_size.height if last is None else last + 1)
        top += first
        view = self.view
        current = round(self.scroll_y)
        target = current
        if top < current:
            target = top
        if bottom > target + view:
            target = bottom - view
        if bottom - top <= view and top < target:
            target = top
        if target != current:
            self.jump(target)

    def _top(self, widget: Widget) -> int:
        top = 0
        node = widget
        while node is not self:
            top += node.virtual_region.y
            parent = node.parent
            assert isinstance(parent, Widget)
            node = parent
        return top

    def shows(self, widget: Widget, lines: int = 2) -> bool:
        """Whether the first `lines` of `widget` are in view."""
        top = self._top(widget) - round(self.scroll_y)
        bottom = top + min(lines, widget.outer_size.height)
        return widget.outer_size.height > 0 and top >= 0 and bottom <= self.view

    @property
    def view(self) -> int:
        """Lines of the page that are seen at once."""
        return self.scrollable_content_region.height

    def jump(self, line: int) -> None:
        """Scroll so that `line` is the first one, at once."""
        self.scroll_to(y=line, animate=False, force=True, immediate=True)

    def action_line(self, lines: int) -> None:
        """Scroll by so many lines, by hand."""
        self.follow(None)
        self.jump(max(0, round(self.scroll_y) + lines))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if not isinstance(event.widget, Press):
            self._left = event.widget

    def action_onward(self) -> None:
        """To what can be done after the place that the focus has left; round from the end."""
        places = [
            one
            for one in self.screen.focus_chain
            if self in one.ancestors and not isinstance(one, Press)
        ]
        if places:
            after = places.index(self._left) + 1 if self._left in places else 0
            places[after % len(places)].focus()

    def page_by(self, pages: float) -> None:
        """Scroll by so many screens, by hand."""
        self.follow(None)
        self.action_line(int(pages * max(1, self.view - 2)))

    def _on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.follow(None)
        super()._on_mouse_scroll_down(event)

    def _on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.follow(None)
        super()._on_mouse_scroll_up(event)
