"""Questions one after the other: what reviewing and placement have in common."""

from __future__ import annotations

from textual.widget import Widget
from textual.widgets import Input

from tutor.locale import translator
from tutor.tui.background import begin
from tutor.tui.screens.base import after_keys
from tutor.tui.screens.step import StepScreen
from tutor.tui.services import Services
from tutor.tui.widgets.choices import Choices

_ = translator("tui")


class AskingScreen(StepScreen):
    """Draws one question as the page. Enter and F8 go on, Esc leaves; nothing is lost by it."""

    def __init__(self, services: Services, back: str | None = None) -> None:
        super().__init__(services)
        self.arrived = False
        """Whether the page has been laid out and has the focus where it belongs."""
        self._back = back
        """Full id of the step that this was opened from."""

    # --- what a kind of asking has --------------------------------------------------------------

    def target(self) -> Widget | None:
        """What takes the keys of the present question."""
        return None

    # --- drawing --------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Show what is asked now."""
        begin(self, self.draw, "draw", alone=True, quiet=False)

    async def draw(self) -> None:
        """Show what is asked now, from its first line."""
        self.arrived = False
        self.drafts.flush()
        self._current = None
        with self.app.batch_update():
            await self.page.remove_children()
            await self.page.mount(*self.parts())
            self.page.follow(None)
            self.page.jump(0)
        self.head()
        self.frame()
        self.call_after_refresh(self.arrive)

    def arrive(self, tries: int = 5) -> None:
        if tries and any(not part.size for part in self.page.children if part.display):
            self.call_after_refresh(self.arrive, tries - 1)
            return
        (self.target() or self.page).focus(scroll_visible=False)
        widget, step = self.current, self.step
        if widget is not None:
            self.tutor.host.near(widget.cell, step if self.exercise is not None else None)
        self.arrived = True
        self.frame()

    def speak(self) -> None:
        self.redraw()

    def rest(self) -> None:
        """The question is answered: keys go to the page, so that Enter goes on."""
        self.page.focus(scroll_visible=False)
        self.head()
        self.frame()

    def typed(self) -> str:
        return _("Tab puts the cursor into the code; Enter goes on.")

    # --- keys -----------------------------------------------------------------------------------

    @after_keys
    def action_forward(self) -> None:
        self.forward()

    def forward(self) -> None:
        """On to the next question."""

    def leave(self) -> None:
        self.depart()
        if self._back is not None:
            self.tutor.open_step(self._back)
        else:
            self.tutor.go_home()

    # --- the frame ------------------------------------------------------------------------------

    @property
    def choosing(self) -> bool:
        """Whether Enter gives the answer that stands there."""
        if isinstance(self.focused, Choices):
            return not self.focused.closed
        return isinstance(self.focused, Input) and not self.focused.disabled

    def own_keys(self) -> list[tuple[str, str, str]]:
        if not self.choosing:
            return []
        enter = ("enter", _("answer"), "")
        if isinstance(self.focused, Input):
            return [enter]
        return [("↑↓" if self.services.unicode else "up/down", _("pick"), ""), enter]

    def on_descendant_focus(self) -> None:
        self.frame()

    def on_descendant_blur(self) -> None:
        self.frame()
