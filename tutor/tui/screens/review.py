"""What is due, asked one by one: cards, quiz questions, missed predictions, exercises."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget

from tutor.course import model
from tutor.errors import StoreError
from tutor.locale import language, translator
from tutor.study import reviewing
from tutor.study.deck import session
from tutor.study.programs import programs
from tutor.study.queries import REVIEW_SLOT
from tutor.study.records import Grade
from tutor.study.reviewing import Outlook, Round
from tutor.tui import look
from tutor.tui.actions import Action
from tutor.tui.flows.predicting import in_words, right
from tutor.tui.flows.running import Job
from tutor.tui.python import highlight
from tutor.tui.screens import review_parts
from tutor.tui.screens.asking import AskingScreen
from tutor.tui.screens.base import after_keys, bound
from tutor.tui.screens.parts import block_parts
from tutor.tui.services import Services
from tutor.tui.state import Cell, PageState, cell
from tutor.tui.text import Paragraph, plain, row
from tutor.tui.widgets.cell import CodeCell
from tutor.tui.widgets.choices import Choices

if TYPE_CHECKING:
    from tutor.tui.widgets.prediction import PredictionBox
    from tutor.tui.widgets.quiz import QuizBox

_ = translator("tui")


def _slot(kind: str) -> str:
    return REVIEW_SLOT if kind == "exercise" else f"{REVIEW_SLOT}-guess"


@dataclass
class Present:
    """The present item as far as it was answered; it outlives a change of the language."""

    state: PageState
    shown: bool = False
    """A card's answer is seen."""
    looked: bool = False
    """The old answer of an exercise was looked at."""
    failures: int = 0
    """Checks that did not pass."""
    told: list[Paragraph] = field(default_factory=list)


class ReviewScreen(AskingScreen):
    """A sitting. `minutes` is how long it may be; without it the learner chooses."""

    place = "review"
    BINDINGS: ClassVar[list[BindingType]] = bound("review")

    def __init__(
        self, services: Services, minutes: int | None = None, back: str | None = None
    ) -> None:
        super().__init__(services, back)
        self.outlook = services.outlook()
        self.round: Round | None = None
        self.present: Present | None = None
        self._lengths: Choices | None = None
        wanted = minutes or (reviewing.LENGTHS[0] if self._short(self.outlook) else None)
        if wanted is not None and self.outlook.due:
            self.begin(wanted)

    @staticmethod
    def _short(found: Outlook) -> bool:
        """Whether everything fits into the shortest sitting, so that nothing is to be chosen."""
        return len(session(found.due, reviewing.LENGTHS[0])) == len(found.due)

    def begin(self, minutes: int) -> None:
        """Start a sitting of so many minutes."""
        self.round = Round(self.services.store, session(self.outlook.due, minutes))
        self._take()

    def _take(self) -> None:
        """Get the next item ready; a card that this language lacks is passed over."""
        step = self.step
        self.present = None
        if self.round is None or self.round.current is None or step is None:
            return
        cards = {card.id for card in self.services.library.lesson(step.lesson).cards}
        if self.round.current.item.kind == "card" and self.round.current.item.name not in cards:
            self.round.forward()
            self._take()
            return
        item = self.round.current.item
        state = PageState(step.full_id)
        if item.kind in ("predict", "exercise"):
            position = reviewing.position(step, item)
            slot = _slot(item.kind)
            found = state.cells[slot] = cell(step, position, programs(step)[position], slot)
            if item.kind == "exercise":
                self._load(found)
        self.present = Present(state)

    def _load(self, cell: Cell) -> None:
        """What was typed in a sitting that was left goes on; else the starter."""
        try:
            cell.stored = self.services.store.draft(cell.step, cell.slot)
        except StoreError:
            self.services.saved = False
        cell.code = cell.starter if cell.stored is None else cell.stored

    # --- what is asked ------------------------------------------------------------------------

    @property
    def step(self) -> model.Step | None:
        current = self.round.current if self.round is not None else None
        return self.services.library.step(current.item.step) if current is not None else None

    def parts(self) -> list[Widget]:
        self._lengths = None
        if self.round is None:
            return self._begins()
        step = self.step
        if step is None or self.present is None or self.round.current is None:
            return [review_parts.end(self.round, self.services.outlook())]
        item = self.round.current.item
        lesson = self.services.library.lesson(step.lesson)
        found: list[Widget] = [review_parts.where(lesson, step, self.round.current)]
        if item.kind == "card":
            card = next((card for card in lesson.cards if card.id == item.name), None)
            return found + (review_parts.card(card, self.round, self.present.shown) if card else [])
        position = reviewing.position(step, item)
        block = step.blocks[position]
        parts = block_parts(step, self.present.state, position, block, _slot(item.kind), aids=False)
        for part in parts:
            if isinstance(part, CodeCell) and self.present.told:
                part.notes.say(self.present.told)
        return found + parts

    def _begins(self) -> list[Widget]:
        if not self.outlook.due:
            return [review_parts.nothing(self.outlook)]
        self._lengths = review_parts.lengths(self.outlook)
        return [review_parts.question(self.outlook), self._lengths]

    def target(self) -> Widget | None:
        if self._lengths is not None:
            return self._lengths
        if self.predictions:
            return self.predictions[0].focus_target
        if self.exercise is not None:
            return self.exercise.focus_target
        return self.quizzes[0].choices if self.quizzes else None

    # --- grades -------------------------------------------------------------------------------

    def _grade(self, grade: Grade, answer: str = "") -> None:
        """Store what the answer is worth, and say when it comes back."""
        if self.round is None or self.round.current is None or self.round.answered:
            return
        days = self.round.days()[grade]
        try:
            self.round.grade(grade, answer, language())
        except StoreError:
            self.services.saved = False
        self.say(reviewing.grade_words(grade, days))

    @property
    def _asks_card(self) -> bool:
        current = self.round.current if self.round is not None else None
        return current is not None and current.item.kind == "card"

    def action_grade(self, grade: str) -> None:
        """How well the learner knew a card."""
        if not self._asks_card or self.present is None:
            return
        if not self.present.shown:
            self.say(_("Enter shows the answer first."))
            return
        self._grade(cast(Grade, grade))
        self._next()

    def on_quiz_box_answered(self, event: QuizBox.Answered) -> None:
        """The first pick counts; more picks are for learning."""
        event.stop()
        choice = event.box.question.choices[event.index]
        self._grade(reviewing.of_guesses(choice.condition == "right", 1), choice.text)
        if event.box.answer.correct:
            self.rest()
        self.frame()

    def predicted(self, box: PredictionBox, job: Job) -> None:
        count = len(box.guess.guesses)
        self._grade(reviewing.of_guesses(right(box), count), in_words(box))
        self.rest()

    def ended(self, job: Job) -> None:
        verdict = job.result.record.verdict
        if self.present is None or verdict is None:
            return
        if verdict.result == "fail":
            self.present.failures += 1
        elif verdict.result == "pass":
            self._grade(reviewing.of_verdict(self.present.failures, self.present.looked))
            self.rest()

    # --- moving -------------------------------------------------------------------------------

    def on_choices_committed(self, event: Choices.Committed) -> None:
        """The length of the sitting."""
        event.stop()
        if event.choices is self._lengths:
            self.begin(reviewing.LENGTHS[event.index])
            self.redraw()

    @after_keys
    def action_go_on(self) -> None:
        """Enter: show the answer; go to the next item; go to what there is to do."""
        if self.round is None or self.round.current is None:
            self._finish()
        elif self._asks_card and self.present is not None and not self.present.shown:
            self.present.shown = True
            self._notice = ""
            self.redraw()
        elif self.round.answered:
            self._next()
        else:
            target = self.target()
            if target is not None:
                target.focus()
            else:
                self.say(_("1 to 4 say how well you knew it."))

    def _finish(self) -> None:
        """Nothing is asked: a further sitting when something is due, else leave."""
        self.outlook = self.services.outlook()
        if self.round is not None and self.outlook.due:
            self.round = None
            if self._short(self.outlook):
                self.begin(reviewing.LENGTHS[0])
            self.redraw()
        else:
            self.leave()

    def forward(self) -> None:
        """F8: the next item. What has no grade stays due; failed checks are one."""
        if self.round is None or self.round.current is None:
            self._finish()
            return
        if self.refuse_while_running():
            return
        if self.present is not None and self.present.failures and not self.round.answered:
            self._grade("again")
        self._next()

    def depart(self) -> None:
        super().depart()
        self._put_back()

    def _put_back(self) -> None:
        """The next time an exercise that was answered begins with its starter again."""
        widget = self.exercise
        if widget is None or self.round is None or not self.round.answered:
            return
        try:
            self.services.store.reset(widget.cell.step, widget.cell.slot)
        except StoreError:
            self.services.saved = False

    def _next(self) -> None:
        assert self.round is not None
        self.drafts.flush()
        self._put_back()
        self.round.forward()
        self._take()
        self.redraw()

    @after_keys
    def action_old_answer(self) -> None:
        """Show what passed the last time; then it counts as not known."""
        widget, step = self.exercise, self.step
        if widget is None or step is None or self.present is None:
            self.say(_("There is no old answer on this page."))
            return
        passed = [
            a
            for a in self.services.store.attempts(step.full_id, kind="check")
            if a.verdict == "pass"
        ]
        if not passed:
            self.say(_("There is no old answer on this page."))
            return
        self.present.looked = self.present.looked or self.round is None or not self.round.answered
        head = _("Your answer of {date}").format(date=passed[-1].time[:10])
        code = highlight(passed[-1].code.rstrip("\n")).split("\n", allow_blank=True)
        self.present.told = [Paragraph(plain(head, look.STRONG))]
        self.present.told += [Paragraph(line, plain("  "), plain("  "), "fold") for line in code]
        widget.notes.say(self.present.told)
        self.page.follow(widget.notes)

    @after_keys
    def action_lesson_page(self) -> None:
        """The page where it stands; the sitting is left."""
        step = self.step
        if step is not None:
            self.depart()
            self.tutor.open_step(step.full_id)

    @after_keys
    def action_glossary(self) -> None:
        self.tutor.open_glossary()

    # --- the frame ----------------------------------------------------------------------------

    def title_ends(self) -> tuple[Content, Content]:
        title = (_("Review"), look.TITLE)
        if self.round is None or self.round.current is None:
            return row(title), row(("F1", look.KEY), " ", _("help"))
        place = " · " + _("{number} of {count}").format(
            number=self.round.number, count=self.round.count
        )
        return row(title, place), plain(reviewing.minutes_words(self.round.minutes), look.DIM)

    def offered(self, action: Action) -> bool:
        current = self.round.current if self.round is not None else None
        kind = current.item.kind if current is not None else ""
        shown = self.present is not None and self.present.shown
        match action.id:
            case "grade-again" | "grade-hard" | "grade-good" | "grade-easy":
                return kind == "card" and shown
            case "go-on":
                return not (kind == "card" and shown) and not self.choosing
            case "run" | "traceback" | "all-output" | "edit":
                return kind in ("predict", "exercise")
            case "check" | "old-answer" | "reset" | "undo-reset" | "newer-draft":
                return kind == "exercise"
            case "forward" | "lesson-page":
                return bool(kind)
        return True
