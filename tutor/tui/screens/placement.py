"""Where to start: a few questions, each decided by running its code."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget

from tutor.course import model
from tutor.errors import StoreError
from tutor.locale import translator
from tutor.study import Attempt, placement
from tutor.study.placement import STEP, Placing, Result
from tutor.study.programs import programs
from tutor.tui import look
from tutor.tui.actions import Action
from tutor.tui.flows.predicting import in_words, right
from tutor.tui.flows.running import Job
from tutor.tui.screens.asking import AskingScreen
from tutor.tui.screens.base import after_keys, bound
from tutor.tui.screens.parts import block_parts
from tutor.tui.services import Services
from tutor.tui.state import Cell, Guess, PageState
from tutor.tui.text import BLANK, Paragraph, Text, plain, row

if TYPE_CHECKING:
    from tutor.tui.widgets.prediction import PredictionBox
    from tutor.tui.widgets.quiz import QuizBox

_ = translator("tui")


class PlacementScreen(AskingScreen):
    """Nothing is locked by what comes out; leaving at any time is fine."""

    place = "placement"
    BINDINGS: ClassVar[list[BindingType]] = bound("placement")

    def __init__(self, services: Services, found: model.Placement) -> None:
        super().__init__(services)
        self._asked = found
        self._placing = Placing([question.lesson for question in found.questions])
        self._begun = False
        self._decided: bool | None = None
        """How the present question was answered, once that is known."""
        self._answered = False
        self._state = PageState(STEP)
        self._result: Result | None = None

    # --- what is asked --------------------------------------------------------------------------

    @property
    def question(self) -> model.PlacementQuestion | None:
        if not self._begun or self._placing.over:
            return None
        return self._asked.questions[self._placing.number]

    @property
    def step(self) -> model.Step | None:
        question = self.question
        return question.step if question is not None else None

    async def draw(self) -> None:
        found = self.services.library.placement()
        if found is not None and len(found.questions) == len(self._asked.questions):
            self._asked = found
        await super().draw()

    def parts(self) -> list[Widget]:
        if not self._begun:
            return [Text(self._welcome())]
        question = self.question
        if question is None:
            return [Text(self._suggestion())]
        step, position, slot = question.step, question.position, question.lesson
        program = programs(step).get(position)
        if program is not None and slot not in self._state.cells:
            code = program.starter
            self._state.cells[slot] = Cell(STEP, slot, "free", code, program.devices, code=code)
        # One guess is what counts here, and asking to run without one is an answer too.
        self._state.guesses.setdefault(position, Guess(waived=True))
        found: list[Widget] = []
        for place, block in enumerate(step.blocks):
            found += block_parts(step, self._state, place, block, slot)
        return found

    def _welcome(self) -> list[Paragraph]:
        count, minutes = len(self._asked.questions), self._asked.minutes
        return [
            Paragraph(plain(self._asked.title, look.TITLE)),
            BLANK,
            Paragraph(
                plain(
                    _(
                        "At most {count} questions, about {minutes} minutes. Each shows a few "
                        "lines of code: say what happens, then it runs. It ends by itself when it "
                        "gets new to you."
                    ).format(count=count, minutes=minutes)
                )
            ),
            BLANK,
            Paragraph(plain(_("F8 is an answer too: I do not know that yet. Nothing is locked by"
                              " what comes out."))),
            BLANK,
            Paragraph(row(("enter", look.KEY), " ", _("begin"), "   ", ("esc", look.KEY), " ",
                          _("not now"))),
        ]  # fmt: skip

    def _suggestion(self) -> list[Paragraph]:
        result = self._result
        assert result is not None
        lessons = {lesson.id: lesson for lesson in self.services.library.outline.lessons}

        def names(ids: tuple[str, ...]) -> str:
            return _(", ").join(f"{lessons[n].number} {lessons[n].title}" for n in ids)

        shown = [
            Paragraph(plain(_("Start with {lesson}").format(lesson=names((result.start,))),
                            look.TITLE)),
            BLANK,
        ]  # fmt: skip
        if result.again:
            text = _("Worth a look before: {lessons}").format(lessons=names(result.again))
            shown += [Paragraph(plain(text)), BLANK]
        if result.known:
            text = _("Marked as known: {lessons}").format(lessons=names(result.known))
            shown += [Paragraph(plain(text)), BLANK]
        shown.append(Paragraph(plain(_("Every lesson stays open to you."), look.DIM)))
        shown += [
            BLANK,
            Paragraph(row(("enter", look.KEY), " ", _("open it"), "   ", ("esc", look.KEY), " ",
                          _("course map"))),
        ]  # fmt: skip
        return shown

    def target(self) -> Widget | None:
        if self.predictions:
            return self.predictions[0].focus_target
        return self.quizzes[0].choices if self.quizzes else None

    # --- answers --------------------------------------------------------------------------------

    def on_quiz_box_answered(self, event: QuizBox.Answered) -> None:
        """The first pick counts."""
        event.stop()
        choice = event.box.question.choices[event.index]
        self._take(choice.condition == "right", choice.text)
        if event.box.answer.correct:
            self.rest()
        self.frame()

    def predicted(self, box: PredictionBox, job: Job) -> None:
        self._take(right(box), in_words(box))
        self.rest()

    def _take(self, correct: bool, guess: str) -> None:
        question = self.question
        if question is None or self._answered:
            return
        self._answered, self._decided = True, correct
        self._store(placement.answered(question.lesson, guess, correct))

    def _store(self, what: Attempt) -> None:
        try:
            self.services.store.record(what)
        except StoreError:
            self.services.saved = False

    @after_keys
    def action_go_on(self) -> None:
        """Enter: begin, go on, open the lesson."""
        if not self._begun:
            self._begun = True
            self.redraw()
        elif self.question is None:
            self._open()
        elif self._answered:
            self.forward()
        else:
            target = self.target()
            if target is not None:
                target.focus()

    def _open(self) -> None:
        assert self._result is not None
        self.depart()
        self.tutor.open_step(self._result.start)

    def forward(self) -> None:
        """F8: the next question; without an answer it is one that is not known yet."""
        question = self.question
        if question is None:
            self.action_go_on()
            return
        if self.refuse_while_running():
            return
        failed = any(box.guess.undecided for box in self.predictions)
        if not self._answered and not failed:
            self._take(False, "")
        self._placing.answer(self._decided)
        self._answered, self._decided = False, None
        self._state = PageState(STEP)
        if self._placing.over:
            order = [lesson.id for lesson in self.services.library.outline.lessons]
            self._result = self._placing.result(order)
            self._store(placement.found(self._result))
        self.redraw()

    # --- the frame ------------------------------------------------------------------------------

    def title_ends(self) -> tuple[Content, Content]:
        title = (_("Where to start"), look.TITLE)
        help_key = row(("F1", look.KEY), " ", _("help"))
        if self.question is None:
            return row(title), help_key
        place = _("question {number}").format(number=self._placing.number + 1)
        return row(title, f" · {place}"), help_key

    def offered(self, action: Action) -> bool:
        asks = self.question is not None
        match action.id:
            case "run" | "traceback" | "all-output" | "edit":
                return asks and self.current is not None
            case "forward":
                return asks
            case "go-on":
                return not self.choosing
        return True
