"""Free code: a page with one program that belongs to no lesson."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget

from tutor.locale import translator
from tutor.tui import look
from tutor.tui.actions import Action
from tutor.tui.background import begin
from tutor.tui.screens.base import after_keys, bound
from tutor.tui.screens.code import CodeScreen
from tutor.tui.services import Services
from tutor.tui.state import Cell, PageState
from tutor.tui.text import Paragraph, Text, plain, row
from tutor.tui.widgets.cell import CodeCell

_ = translator("tui")

STEP = "playground"
STARTER = "x = jnp.arange(5.0)\nprint(jax.grad(lambda x: jnp.sum(x**2))(x))\n"


class PlaygroundScreen(CodeScreen):
    """Nothing here is checked; the code is kept like any other."""

    place = "playground"
    BINDINGS: ClassVar[list[BindingType]] = bound("playground")

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        page = services.pages.get(STEP)
        if page is None:
            stored = services.store.draft(STEP)
            cell = Cell(STEP, "", "free", STARTER, code=STARTER if stored is None else stored)
            cell.stored = stored
            page = services.pages[STEP] = PageState(STEP, cells={"": cell})
        self._cell = page.cells[""]

    def parts(self) -> list[Widget]:
        said = _("Try anything. Nothing here is checked, and it is kept until you come back.")
        return [
            Text([Paragraph(plain(said, look.DIM))], classes="prose"),
            CodeCell(self._cell, [(_("Run"), "run")]),
        ]

    def arrive(self) -> None:
        widget = self.current
        if widget is not None:
            widget.focus_target.focus(scroll_visible=False)
            self.tutor.host.near(self._cell, None)

    def speak(self) -> None:
        begin(self, self._translate, "language", alone=True, quiet=False)

    async def _translate(self) -> None:
        self.drafts.flush()
        self._cell.cursor = self.cell_widgets()[0].editor.cursor_location
        with self.app.batch_update():
            await self.page.remove_children()
            await self.page.mount(*self.parts())
        self.head()
        self.frame()
        self.arrive()

    def title_ends(self) -> tuple[Content, Content]:
        return plain(_("Playground"), look.TITLE), row(("F1", look.KEY), " ", _("help"))

    def offered(self, action: Action) -> bool:
        return action.id != "check"

    def leave(self) -> None:
        self.depart()
        self.tutor.close_playground()

    @after_keys
    def action_home(self) -> None:
        self.leave()
        self.tutor.go_home()
