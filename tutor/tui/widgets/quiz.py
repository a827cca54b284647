"""A quiz question: pick until it is right; every pick is explained."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.message import Message

from tutor.course.model import Question
from tutor.tui.prose import prose
from tutor.tui.state import Answer
from tutor.tui.text import Text
from tutor.tui.widgets.choices import Choices, Mark


class QuizBox(VerticalGroup):
    """Shows an `Answer` and adds to it."""

    DEFAULT_CSS = "QuizBox { margin-bottom: 1; } QuizBox .question { margin-bottom: 1; }"

    @dataclass
    class Answered(Message):
        """A choice was picked; `box.answer` has it."""

        box: QuizBox
        index: int

    def __init__(self, question: Question, answer: Answer, position: int) -> None:
        super().__init__()
        self.question = question
        self.answer = answer
        self.position = position
        self.choices = Choices([choice.text for choice in question.choices])

    def compose(self) -> ComposeResult:
        yield Text(prose(self.question.text), classes="question")
        yield self.choices

    def on_mount(self) -> None:
        self._mark()

    def on_choices_committed(self, event: Choices.Committed) -> None:
        event.stop()
        right = self.question.choices[event.index].condition == "right"
        if event.index not in self.answer.picked:
            self.answer.picked.append(event.index)
        self.answer.correct = self.answer.correct or right
        self._mark()
        self.post_message(self.Answered(self, event.index))

    def _mark(self) -> None:
        choices = self.question.choices
        marks: dict[int, Mark] = {
            index: "right" if choices[index].condition == "right" else "wrong"
            for index in self.answer.picked
        }
        notes = {index: choices[index].explanation for index in self.answer.picked}
        self.choices.mark(marks, notes, closed=self.answer.correct)
