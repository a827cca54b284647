"""What every screen shares: the course, the store, the settings, the runner, and open pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tutor.course.model import Step
from tutor.errors import StoreError
from tutor.settings import Settings
from tutor.study import Store
from tutor.tui.library import Library
from tutor.tui.state import PageState, cells

if TYPE_CHECKING:
    from tutor.events import Hello
    from tutor.runner.client import Runner
    from tutor.study.placement import Result
    from tutor.study.reviewing import Outlook


@dataclass
class Services:
    """Owned by the app; screens read it, flows change it."""

    library: Library
    store: Store
    settings: Settings
    unicode: bool = True
    saved: bool = True
    """Whether the store takes what is written."""
    trouble: str = ""
    """Why it does not, from the start on."""
    runner: Runner | None = None
    pages: dict[str, PageState] = field(default_factory=dict)

    @property
    def hello(self) -> Hello | None:
        """What the host said about itself, once it did."""
        return self.runner.hello if self.runner is not None else None

    def page(self, step: Step) -> PageState:
        """The open page of a step; made on first use, with the drafts of the store."""
        page = self.pages.get(step.full_id)
        if page is None:
            page = PageState(step.full_id)
            for cell in cells(step):
                page.cells[cell.slot] = cell
            try:
                self._from_store(page)
            except StoreError:
                self.saved = False
            self.pages[step.full_id] = page
        else:
            _in_this_language(page, step)
        return page

    def outlook(self) -> Outlook:
        """What is due; nothing, when the store does not say."""
        from tutor.study import reviewing

        try:
            return reviewing.outlook(self.store, self.library.deck)
        except StoreError:
            return reviewing.Outlook(self.store.now())

    def placed(self) -> Result | None:
        """Where the placement suggested to start, when it did and the course still has that."""
        from tutor.study import placement

        outline = self.library.outline
        try:
            found = placement.latest(self.store, outline.aliases)
        except StoreError:
            return None
        known = {lesson.id for lesson in outline.lessons}
        return found if found is not None and found.start in known else None

    def _from_store(self, page: PageState) -> None:
        page.hints = self.store.hints(page.step)
        for cell in page.cells.values():
            cell.stored = self.store.draft(cell.step, cell.slot)
            cell.code = cell.starter if cell.stored is None else cell.stored


def _in_this_language(page: PageState, step: Step) -> None:
    """Untouched code follows the language of the page; what was typed stays."""
    for fresh in cells(step):
        cell = page.cells.get(fresh.slot)
        if cell is None:
            page.cells[fresh.slot] = fresh
            continue
        if cell.code == cell.starter:
            cell.code = fresh.starter
        cell.starter = fresh.starter
        cell.claim = fresh.claim
