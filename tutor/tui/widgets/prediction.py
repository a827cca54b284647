"""A prediction: commit to an answer, then the run decides."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from tutor.course.model import Prediction
from tutor.locale import translator
from tutor.tui import look
from tutor.tui.prose import inline, prose
from tutor.tui.state import Guess
from tutor.tui.text import BLANK, Paragraph, Text, plain
from tutor.tui.widgets.choices import Choices, Mark
from tutor.tui.widgets.field import Field

_ = translator("tui")


class PredictionBox(VerticalGroup):
    """Question and answer; `ending`, which stands below the results, says what became of it."""

    DEFAULT_CSS = """
    PredictionBox { margin-bottom: 1; }
    PredictionBox .question { margin-bottom: 1; }
    PredictionBox .mark { width: 2; margin-left: 2; }
    PredictionBox Input { width: 1fr; }
    PredictionBox .told { margin-top: 1; }
    """

    @dataclass
    class Guessed(Message):
        """The learner committed to an answer; the snippet should run."""

        box: PredictionBox
        guess: int | str
        """Index of the choice, or what was typed."""

    def __init__(self, prediction: Prediction, guess: Guess, position: int, slot: str) -> None:
        super().__init__()
        self.prediction = prediction
        self.guess = guess
        self.position = position
        self.slot = slot
        self.told = Text(classes="told")
        self.ending = Text(classes="ending right")
        self.choices: Choices | None = None
        self.field: Field | None = None
        if prediction.ask == "choice":
            self.choices = Choices([choice.text for choice in prediction.choices])
        else:
            self.field = Field(
                value=str(guess.guesses[-1]) if guess.guesses else "",
                placeholder=_("Commas and line breaks count as spaces."),
            )

    def compose(self) -> ComposeResult:
        yield Text(prose(self.prediction.question), classes="question")
        if self.choices is not None:
            yield self.choices
        if self.field is not None:
            with HorizontalGroup():
                yield Text([Paragraph(plain("› ", look.KEY))], classes="mark")
                yield self.field
        yield self.told

    def on_mount(self) -> None:
        self.tell()

    @property
    def focus_target(self) -> Widget:
        """What takes the keys for an answer."""
        target = self.choices or self.field
        assert target is not None
        return target

    @property
    def typed(self) -> str:
        """What stands in the field."""
        return self.field.value.strip() if self.field is not None else ""

    def commit(self) -> bool:
        """Take what is typed or chosen as the answer. False: there is none that is new."""
        guess: int | str = self.typed if self.choices is None else self.choices.index
        if guess in ("", -1, *self.guess.guesses):
            return False
        self.post_message(self.Guessed(self, guess))
        return True

    def on_choices_committed(self, event: Choices.Committed) -> None:
        event.stop()
        self.commit()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if not self.guess.settled:
            self.commit()

    def tell(self) -> None:
        """Show what is known: nothing, one wrong guess, or everything."""
        guess = self.guess
        if self.field is not None:
            self.field.disabled = guess.settled
            if guess.settled:
                self.field.cursor_position = 0
        shown: list[Paragraph] = []
        if guess.guesses and not guess.settled:
            text = _("Not {guess}. Look at the code once more: one more guess, then it is shown.")
            judged = guess.judgement
            if judged is not None and judged.form:
                text = _(
                    "The values are right, not the brackets: one more guess, then it is shown."
                )
            elif self.choices is not None:
                # The pick has a mark of its own.
                text = _("Not that. Look at the code once more: one more guess, then it is shown.")
            shown = [Paragraph(plain(text.format(guess=self.last), look.WARN))]
            if self.field is not None:
                # What is typed next takes the place of the first guess.
                self.field.select_all()
        if self.choices is not None:
            self._mark(self.choices)
        self.told.display = bool(shown)
        self.told.show(shown)
        self.ending.display = guess.settled
        self.ending.show(self._settled() if guess.settled else [])

    def _settled(self) -> list[Paragraph]:
        judged = self.guess.judgement
        if judged is not None and judged.undecided:
            head = plain(_("Too close to tell on this machine: noise decides nothing."), look.WARN)
        elif not self.guess.guesses or judged is None:
            head = plain(_("Shown without a guess."), look.DIM)
        elif judged.correct:
            head = plain(_("Right: {guess}.").format(guess=self.last), look.GOOD)
        elif judged.form:
            head = plain(
                _("The values were right, not the brackets: {guess}.").format(guess=self.last),
                look.WARN,
            )
        else:
            head = plain(_("Your guess was wrong: {guess}.").format(guess=self.last), look.WARN)
        shown = [Paragraph(head)]
        if self.prediction.explanation:
            shown += [BLANK, *prose(self.prediction.explanation)]
        return shown

    @property
    def last(self) -> str:
        """The last guess in words."""
        guess = self.guess.guesses[-1]
        return (
            inline(self.prediction.choices[guess].text).plain if isinstance(guess, int) else guess
        )

    def _mark(self, choices: Choices) -> None:
        picked = [guess for guess in self.guess.guesses if isinstance(guess, int)]
        marks: dict[int, Mark] = dict.fromkeys(picked, "wrong")
        notes: dict[int, str] = {}
        if self.guess.settled:
            right = self.guess.judgement.right if self.guess.judgement is not None else frozenset()
            for index in right:
                marks[index] = "right" if index in picked else "true"
            notes = {i: self.prediction.choices[i].explanation for i in {*right, *picked}}
        choices.mark(marks, notes, closed=self.guess.settled)
