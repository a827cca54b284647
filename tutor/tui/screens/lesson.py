"""A step of a lesson as one page."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from tutor.course.model import Step
from tutor.errors import StoreError
from tutor.locale import language, translator
from tutor.study import Place, StepState
from tutor.study.programs import about, programs
from tutor.tui import look
from tutor.tui.actions import Action
from tutor.tui.background import begin
from tutor.tui.flows.helping import Helping
from tutor.tui.flows.predicting import record_guess
from tutor.tui.flows.running import Job
from tutor.tui.screens.base import after_keys, bound
from tutor.tui.screens.parts import page_parts
from tutor.tui.screens.step import StepScreen
from tutor.tui.services import Services
from tutor.tui.state import PageState
from tutor.tui.text import row

if TYPE_CHECKING:
    from tutor.tui.widgets.prediction import PredictionBox
    from tutor.tui.widgets.quiz import QuizBox

_ = translator("tui")


class LessonScreen(StepScreen):
    """Shows one step at a time; next and previous change it in place."""

    place = "lesson"
    BINDINGS: ClassVar[list[BindingType]] = bound("lesson")

    def __init__(self, services: Services, step: str, place: Place | None = None) -> None:
        super().__init__(services)
        self._step = services.library.step(step)
        self.state: PageState = services.page(self._step)
        here = place is not None and (place.lesson, place.step) == (
            self._step.lesson,
            self._step.id,
        )
        self._resume = place if here else None
        self.arrived = False
        """Whether the page has been laid out and has the focus where it belongs."""
        self._since = time.monotonic()
        self.helping = Helping(self)

    @property
    def step(self) -> Step:
        return self._step

    def parts(self) -> list[Widget]:
        return page_parts(self._step, self.state)

    def on_mount(self) -> None:
        self._expect()

    def _expect(self) -> None:
        """A key may come before the page has been laid out: it must not find nothing to go to."""
        target = self._first_thing()
        if target is not None:
            target.focus(scroll_visible=False)

    # --- arriving and leaving -----------------------------------------------------------------

    def arrive(self, tries: int = 5) -> None:
        if tries and any(not part.size for part in self.page.children if part.display):
            self.call_after_refresh(self.arrive, tries - 1)
            return
        self._since = time.monotonic()
        place, self._resume = self._resume, None
        widget = self.current
        if place is not None and place.scroll:
            self.page.jump(place.scroll)
        elif self.state.scroll:
            self.page.jump(self.state.scroll)
        if place is not None and widget is not None and place.cursor != (0, 0):
            widget.editor.move_cursor(place.cursor)
        self._put_focus(resumed=place is not None)
        self.arrived = True
        self._remember()
        if widget is not None:
            self.tutor.host.near(widget.cell, self._step)
        elif self._code_is_near():
            self.tutor.host.ask()

    def _code_is_near(self) -> bool:
        """Whether the next page has a program."""
        following = self.services.library.beside(self._step.full_id, 1)
        return following is not None and bool(programs(self.services.library.step(following)))

    def _put_focus(self, *, resumed: bool = False) -> None:
        """Into the first thing to do, when it is in view; else the page, to read."""
        target = self._first_thing()
        if target is not None and (resumed or self.page.shows(target)):
            target.focus(scroll_visible=False)
        else:
            self.page.focus(scroll_visible=False)

    def _first_thing(self) -> Widget | None:
        """What there is to do on this page: a guess, a program, a question."""
        asks = [w for w in self.predictions if not w.guess.settled]
        quizzes = [w for w in self.quizzes if not w.answer.correct]
        if asks:
            return asks[0].focus_target
        if self.current is not None:
            return self.current.focus_target
        return quizzes[0].choices if quizzes else None

    def action_edit(self) -> None:
        """Go to what there is to do."""
        target = self._first_thing()
        if target is not None:
            target.focus()

    def typed(self) -> str:
        if self.editing:
            return _("Guess first; then you can change the code.")
        if any(not box.guess.settled for box in self.predictions):
            return _("Enter goes to the question.")
        return super().typed()

    def _remember(self) -> None:
        """Note where the learner is."""
        widget = self.current
        self.state.scroll = round(self.page.scroll_y)
        if widget is not None and widget.editor.is_attached:
            widget.cell.cursor = widget.editor.cursor_location
        try:
            self.services.store.remember(
                Place(
                    lesson=self._step.lesson,
                    step=self._step.id,
                    scroll=self.state.scroll,
                    cursor=widget.cell.cursor if widget is not None else (0, 0),
                    language=language(),
                    slot=widget.cell.slot if widget is not None else "",
                )
            )
            now = time.monotonic()
            self.services.store.visit(self._step.full_id, now - self._since)
            self._since = now
        except StoreError:
            self.services.saved = False
        else:
            self.services.saved = not self.services.trouble

    def depart(self) -> None:
        """The page is left: save, remember, stop what runs."""
        super().depart()
        self._remember()

    def leave(self) -> None:
        self.depart()
        super().leave()

    def drafted(self) -> None:
        self._remember()
        super().drafted()

    async def show(self, full_id: str) -> None:
        """Another step, or this one in another language."""
        self.depart()
        self.arrived = False
        self._notice = ""
        self._step = self.services.library.step(full_id)
        self.state = self.services.page(self._step)
        self._current = None
        await self._draw()

    async def _draw(self) -> None:
        with self.app.batch_update():
            await self.page.remove_children()
            await self.page.mount(*self.parts())
            self._expect()
            self.page.follow(None)
            self.page.jump(0)
        self.head()
        self.frame()
        self.call_after_refresh(self.arrive)

    async def translate(self) -> None:
        """The same step in the language that speaks now: scroll, cursor and text stay."""
        slot = self.current.cell.slot if self.current is not None else ""
        focused = self.editing
        self.drafts.flush()
        self._remember()
        scroll = self.page.scroll_y
        self._step = self.services.library.step(self._step.full_id)
        self.state = self.services.page(self._step)
        with self.app.batch_update():
            await self.page.remove_children()
            await self.page.mount(*self.parts())
        self._current = next((w for w in self.cell_widgets() if w.cell.slot == slot), None)
        if focused and self._current is not None:
            self._current.focus_target.focus(scroll_visible=False)
        else:
            self.page.focus(scroll_visible=False)
        self.call_after_refresh(self.page.jump, round(scroll))
        self.head()
        self.frame()

    def speak(self) -> None:
        begin(self, self.translate, "language", alone=True, quiet=False)

    # --- the frame ----------------------------------------------------------------------------

    def title_ends(self) -> tuple[Content, Content]:
        lesson = self.services.library.lesson(self._step.lesson)
        ids = [step.full_id for step in lesson.steps]
        here = ids.index(self._step.full_id)
        left = row((f"{lesson.number} {lesson.title}", look.TITLE), f" · {here + 1}/{len(ids)}")
        return left, row(self._dots(ids, here), "   ", ("F1", look.KEY), " ", _("help"))

    def _states(self) -> dict[str, StepState]:
        try:
            return self.services.store.states()
        except StoreError:
            return {}

    def _dots(self, ids: list[str], here: int) -> str:
        states = self._states()
        full, half, empty = "●◐○" if self.services.unicode else "#+."
        dots = [
            full
            if (state := states.get(name)) is not None and state.state == "passed"
            else half
            if number == here or (state is not None and state.state == "tried")
            else empty
            for number, name in enumerate(ids)
        ]
        return "".join(dots)

    def own_keys(self) -> list[tuple[str, str, str]]:
        from tutor.tui.widgets.choices import Choices

        if isinstance(self.focused, Choices):
            if not self.focused.closed:
                return [("↑↓" if self.services.unicode else "up/down", _("pick"), ""),
                        ("enter", _("answer"), "")]  # fmt: skip
            if isinstance(self._first_thing(), Choices):
                return [("enter", _("next question"), "")]
        elif isinstance(self.focused, Input) and not self.focused.disabled:
            return [("enter", _("answer"), "")]
        return []

    def on_descendant_focus(self) -> None:
        self.frame()

    def on_descendant_blur(self) -> None:
        self.frame()

    def offered(self, action: Action) -> bool:
        has_code = self.current is not None
        match action.id:
            case "run" | "xray" | "traceback" | "all-output":
                return has_code
            case "reset" | "undo-reset" | "edit" | "newer-draft":
                return has_code
            case "check":
                return self._step.exercise is not None
            case "hint":
                return bool(self._step.hints)
            case "solution":
                return self._step.exercise is not None
        return True

    # --- runs ------------------------------------------------------------------------

    def predicted(self, box: PredictionBox, job: Job) -> None:
        record_guess(self, box, job)

    def ended(self, job: Job) -> None:
        if (verdict := job.result.record.verdict) is not None and verdict.result == "pass":
            self.say(_("Done. F8 goes on."))
        self.head()

    # --- answers ------------------------------------------------------------------------------

    def on_quiz_box_answered(self, event: QuizBox.Answered) -> None:
        """A quiz answer: recorded, and the step is done when every question is right."""
        event.stop()
        boxes = list(self.quizzes)
        done = all(box.answer.correct for box in boxes)
        right = event.box.question.choices[event.index].condition == "right"
        self.record(
            "quiz",
            verdict=("pass" if done else "") if right else "fail",
            guess=event.box.question.choices[event.index].text,
            details=about(self._step, event.box.position, right),
        )
        self.frame()

    def record(
        self,
        kind: str,
        *,
        verdict: str = "",
        guess: str = "",
        code: str = "",
        details: Mapping[str, str] | None = None,
    ) -> None:
        """Store something that was done on this page."""
        from tutor.tui.flows.records import answer

        answer(
            self.services,
            self._step,
            kind,
            verdict=verdict,
            guess=guess,
            code=code,
            details=details,
        )
        self.head()

    @after_keys
    def action_hint(self) -> None:
        """Show the next hint; it is counted."""
        self.helping.hint()

    @after_keys
    def action_solution(self) -> None:
        """Show a solution, after asking."""
        self.helping.solution()

    # --- moving -------------------------------------------------------------------------------

    @after_keys
    async def action_next_step(self) -> None:
        """Go on. A page that only wants to be read is done by that."""
        if self._step.kind == "read" and not self._passed():
            self.record("run", verdict="pass")
        following = self.services.library.beside(self._step.full_id, 1)
        if following is None:
            self.say(_("That was the last page."))
        else:
            await self.show(following)

    def _passed(self) -> bool:
        state = self._states().get(self._step.full_id)
        return state is not None and state.state == "passed"

    @after_keys
    async def action_previous_step(self) -> None:
        """Go back."""
        before = self.services.library.beside(self._step.full_id, -1)
        if before is None:
            self.say(_("This is the first page."))
        else:
            await self.show(before)

    @after_keys
    def action_playground(self) -> None:
        self.tutor.open_playground()

    @after_keys
    def action_go(self) -> None:
        self.tutor.open_palette(steps=True)

    @after_keys
    def action_review(self) -> None:
        """Answer what is due; Esc comes back here."""
        self.tutor.open_review()

    @after_keys
    def action_glossary(self) -> None:
        self.tutor.open_glossary()
