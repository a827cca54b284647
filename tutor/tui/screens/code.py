"""What a page with programs does: run, stop, drafts, reset. Lesson and playground are such."""

from __future__ import annotations

from collections.abc import Callable

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import TextArea

from tutor.course.model import Step
from tutor.errors import StoreError
from tutor.locale import translator
from tutor.tui import look
from tutor.tui.background import begin
from tutor.tui.flows.drafts import Drafts
from tutor.tui.flows.running import EventArrived, HostTrouble, Job, Running
from tutor.tui.screens.base import TutorScreen, after_keys
from tutor.tui.services import Services
from tutor.tui.state import Cell
from tutor.tui.text import Paragraph, plain
from tutor.tui.widgets.cell import CodeCell
from tutor.tui.widgets.editor import Editor
from tutor.tui.widgets.page import Page

_ = translator("tui")

TICK = 1.0
"""Seconds between two drawings of the clock of a Run."""


class CodeScreen(TutorScreen):
    """A page that holds `CodeCell`s."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.page = Page()
        self.running = Running(self, services)
        self.drafts = Drafts(services.store, self, self.drafted)
        self._current: CodeCell | None = None
        self._clock: Timer | None = None
        self._notice = ""
        self._said: Timer | None = None

    def compose(self) -> ComposeResult:
        yield self.header
        with self.page:
            yield from self.parts()
        yield self.keys

    def parts(self) -> list[Widget]:
        """The widgets of the page, in reading order."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self.call_after_refresh(self.arrive)

    def arrive(self) -> None:
        """The page has been drawn: put the focus, get the host ready."""

    # --- cells --------------------------------------------------------------------------------

    @property
    def step(self) -> Step | None:
        """The step whose page this is."""
        return None

    def cell_widgets(self) -> list[CodeCell]:
        return list(self.page.query(CodeCell))

    def widget_of(self, cell: Cell) -> CodeCell | None:
        return next((w for w in self.cell_widgets() if w.cell is cell), None)

    @property
    def current(self) -> CodeCell | None:
        """The cell that Run means: the one with the focus, else the last one, else the first."""
        node = self.focused
        while node is not None and node is not self:
            if isinstance(node, CodeCell):
                self._current = node
                return node
            node = node.parent  # type: ignore[assignment]
        if self._current is not None and self._current.is_attached:
            return self._current
        widgets = self.cell_widgets()
        exercises = [w for w in widgets if w.cell.kind in ("exercise", "parsons")]
        return next(iter(exercises or widgets), None)

    @on(TextArea.Changed)
    def text_changed(self, event: TextArea.Changed) -> None:
        """Every edit is saved at once."""
        event.stop()
        widget = next((w for w in self.cell_widgets() if w.editor is event.text_area), None)
        if widget is None or widget.editor.text == widget.cell.code:
            return
        self.drafts.changed(widget.cell, widget.editor.text)
        self.frame()

    @on(Editor.CursorMoved)
    def cursor_moved(self, event: Editor.CursorMoved) -> None:
        """Keep the line that is written in view."""
        event.stop()
        self.page.follow(None)
        line = event.editor.cursor_line
        self.page.reveal(event.editor, line, line)

    @on(Editor.Edge)
    def at_edge(self, event: Editor.Edge) -> None:
        """Beyond the text the arrows scroll the page."""
        event.stop()
        self.page.action_line(2 * event.direction)

    @on(Editor.TooLong)
    def too_long(self, event: Editor.TooLong) -> None:
        event.stop()
        self.say(_("That is too long to paste."))

    def on_key(self, event: events.Key) -> None:
        """Somebody types, and no text takes it: say why, or how to get the cursor there."""
        taken = self.editing and not (isinstance(at := self.focused, Editor) and at.read_only)
        if event.is_printable and not taken and self.current is not None:
            self.say(self.typed())

    def typed(self) -> str:
        """What to tell somebody who types where nothing is edited."""
        return _("Enter or Tab puts the cursor into the code.")

    # --- run and stop -------------------------------------------------------------------------

    @after_keys
    def action_run(self) -> None:
        """Run the current cell."""
        widget = self.current
        if widget is not None and not self.refuse_while_running():
            self.start(widget)

    def start(self, widget: CodeCell) -> None:
        """Run `widget`'s program and show it below."""
        self.sync(widget)
        self.running.run(widget.cell, widget.code, self.step, self.ended, show=True)
        self.follow(widget)

    @after_keys
    def action_xray(self) -> None:
        """Run the current cell once more, with instruments."""
        widget = self.current
        if widget is None or self.refuse_while_running():
            return
        if widget.cell.result is None:
            # What it shows would also answer a question that is still open.
            self.say(_("Run it first. X-ray then runs the same code once more."))
            return
        self.sync(widget)
        cell, code = widget.cell, widget.code
        self.running.run(cell, code, self.step, self.ended, show=True, xray=True)
        self.follow(widget)

    def refuse_while_running(self) -> bool:
        """A second Run does not start: say so."""
        if self.running.busy:
            self.say(_("It is still running. Esc stops it."))
            return True
        return False

    def follow(self, widget: CodeCell) -> None:
        """Show the new result, with the page pulled along until it has ended."""
        self.add_class("-running")
        self._notice = ""
        widget.show_result()
        self.page.follow(widget.results)
        if self._clock is None:
            self._clock = self.set_interval(TICK, self._tick)
        self.frame()

    def _tick(self) -> None:
        if self.running.job is not None:
            widget = self.widget_of(self.running.job.cell)
            if widget is not None:
                widget.results.changed()

    @on(EventArrived)
    def event_arrived(self, event: EventArrived) -> None:
        """Draw what came."""
        event.stop()
        job = self.running.arrived(event)
        if job is None:
            return
        over = job.result.done is not None
        if over:
            self.remove_class("-running")
            if self._clock is not None:
                self._clock.stop()
                self._clock = None
            self.frame()
        widget = self.widget_of(job.cell)
        if widget is None:
            return
        if job.xray and over:
            widget.show_result()
        if job.xray or widget.cell.result is job.result:
            widget.results.changed(now=over)

    @on(HostTrouble)
    def host_trouble(self, event: HostTrouble) -> None:
        event.stop()
        if self.running.job is not None:
            self.running.job.result.tell(event.text)

    def ended(self, job: Job) -> None:
        """A Run or check is over, and recorded."""

    def action_stop(self) -> None:
        """Stop what runs; otherwise say how to leave."""
        if self.running.busy:
            begin(self, self.running.stop, "stop")
        else:
            self.say(_("Nothing is running. ctrl+q leaves; everything is saved."))

    # --- drafts -------------------------------------------------------------------------------

    def sync(self, widget: CodeCell) -> None:
        """Save the cell, and notice what another window did."""
        self.drafts.flush()
        cell = widget.cell
        try:
            newer = not self.drafts.touched(cell) and self.drafts.notice(cell)
        except StoreError:
            return
        if newer:
            self.tell_newer(widget)

    def tell_newer(self, widget: CodeCell) -> None:
        """Another window has a newer text of this cell."""
        widget.notes.say(
            [
                Paragraph(
                    plain(
                        _(
                            "Another window has a newer text of this. alt+w takes it; your own "
                            "stays here, and both are kept."
                        ),
                        look.WARN,
                    )
                )
            ]
        )

    def check_newer(self) -> None:
        """Look whether another window wrote something."""
        for widget in self.cell_widgets():
            cell = widget.cell
            try:
                if not self.drafts.touched(cell) and self.drafts.notice(cell):
                    self.tell_newer(widget)
            except StoreError:
                return

    def on_app_focus(self) -> None:
        self.check_newer()

    @after_keys
    def action_newer_draft(self) -> None:
        """Take the other window's text; one's own can be had back by undo."""
        widget = self.current
        if widget is None:
            return
        if widget.cell.theirs is None:
            self.check_newer()
        if widget.cell.theirs is None:
            self.say(_("No other window has a newer text."))
            return
        theirs, widget.cell.theirs = widget.cell.theirs, None
        widget.notes.say([])
        widget.load(theirs)

    @after_keys
    def action_reset(self) -> None:
        """Put the starter back."""
        widget = self.current
        if widget is None:
            return
        changed = self._guarded(self.drafts.reset, widget)
        if changed:
            self.say(_("The starter is back. alt+u brings your text back."))
        elif changed is False:
            self.say(_("This is the starter."))

    @after_keys
    def action_undo_reset(self) -> None:
        """Bring back the text from before the reset."""
        widget = self.current
        if widget is None:
            return
        changed = self._guarded(self.drafts.undo_reset, widget)
        if changed:
            self.say(_("Your text is back."))
        elif changed is False:
            self.say(_("There is no reset to undo."))

    def _guarded(self, change: Callable[[Cell], bool], widget: CodeCell) -> bool | None:
        """Whether the text changed; None when the store refused, and was quoted."""
        try:
            changed = change(widget.cell)
        except StoreError as error:
            self.say(str(error))
            return None
        if changed:
            widget.load(widget.cell.code)
        return changed

    # --- the rest -----------------------------------------------------------------------------

    def action_traceback(self) -> None:
        """Show or hide the whole traceback of the newest error."""
        widget = self.current
        block = widget.cell.result.trouble if widget and widget.cell.result else None
        if widget is None or block is None:
            self.say(_("There is no traceback."))
            return
        block.toggle()
        widget.results.changed(now=True)
        self.page.follow(widget.results)

    @after_keys
    def action_all_output(self) -> None:
        """Open everything that the last Run printed."""
        widget = self.current
        text = widget.cell.result.record.text if widget and widget.cell.result else ""
        if not text:
            self.say(_("Nothing was printed."))
            return
        from tutor.tui.screens.viewer import Viewer

        self.app.push_screen(Viewer(_("Output"), text))

    @after_keys
    def action_picture(self) -> None:
        """The newest curves or timing by themselves: values, scales, saving."""
        widget = self.current
        result = widget.cell.result if widget is not None else None
        if widget is None or result is None or not (result.record.curves or result.record.timings):
            self.say(_("There is no curve and no timing yet."))
            return
        from tutor.tui.screens.picture import PictureScreen

        name = f"{widget.cell.step.replace('/', ' ')} run {result.number}"
        self.app.push_screen(PictureScreen(result.record, name, unicode=self.services.unicode))

    def action_edit(self) -> None:
        """Put the cursor into the code."""
        widget = self.current
        if widget is not None:
            widget.focus_target.focus()

    def action_back(self) -> None:
        """Esc: stop the Run, else leave the editor, else leave the page."""
        if self.running.busy:
            self.action_stop()
        elif self.focused is not None and self.focused is not self.page:
            self.page.focus(scroll_visible=False)
        else:
            self.leave()

    def leave(self) -> None:
        """Go to the course map."""
        self.tutor.go_home()

    @after_keys
    def action_home(self) -> None:
        self.leave()

    def action_page(self, pages: float) -> None:
        """Scroll the page, also from inside the editor."""
        self.page.page_by(pages)

    def say(self, text: str) -> None:
        """A few words in the footer, for some seconds."""
        self._notice = text
        self.frame()
        if self._said is not None:
            self._said.stop()
        self._said = self.set_timer(6, self.hush)

    def hush(self) -> None:
        self._notice = ""
        self.frame()

    def note(self) -> Content:
        if self._notice:
            return plain(self._notice, look.WARN)
        if self.running.busy:
            return plain(_("running; Esc stops"), look.WARN)
        if self.drafts.trouble or not self.services.saved:
            return plain(_("not saved"), look.BAD)
        # A key is in the store so soon that saying "not yet" would only be a flicker.
        return plain(_("saved"), look.DIM)

    def depart(self) -> None:
        self.drafts.flush()
        if self.running.busy:
            self.action_stop()

    def drafted(self) -> None:
        """Drafts were saved, or could not be; another window may have been noticed."""
        for widget in self.cell_widgets():
            if widget.cell.theirs is not None:
                self.tell_newer(widget)
        self.frame()
