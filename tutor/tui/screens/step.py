"""What a page does that shows blocks of a step: predictions, questions, an exercise."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tutor.locale import translator
from tutor.tui.flows.predicting import Predicting
from tutor.tui.screens.base import after_keys
from tutor.tui.screens.code import CodeScreen
from tutor.tui.services import Services
from tutor.tui.widgets.cell import CodeCell

if TYPE_CHECKING:
    from tutor.tui.flows.running import Job
    from tutor.tui.widgets.parsons import OrderBox
    from tutor.tui.widgets.parsons_cell import OrderCell
    from tutor.tui.widgets.prediction import PredictionBox
    from tutor.tui.widgets.quiz import QuizBox

_ = translator("tui")


class StepScreen(CodeScreen):
    """Lesson, review and placement are such."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.predicting = Predicting(self, self.predicted)

    @property
    def predictions(self) -> list[PredictionBox]:
        return cast("list[PredictionBox]", list(self.query("PredictionBox")))

    @property
    def quizzes(self) -> list[QuizBox]:
        return cast("list[QuizBox]", list(self.query("QuizBox")))

    @property
    def exercise(self) -> CodeCell | None:
        """The cell that is checked."""
        return next(
            (w for w in self.cell_widgets() if w.cell.kind in ("exercise", "parsons")), None
        )

    def predicted(self, box: PredictionBox, job: Job) -> None:
        """The run has decided about a prediction."""

    def on_prediction_box_guessed(self, event: PredictionBox.Guessed) -> None:
        event.stop()
        self.predicting.guessed(event.box, event.guess)

    def on_order_box_changed(self, event: OrderBox.Changed) -> None:
        event.stop()
        widget = next(iter(self.query("OrderCell")), None)
        if widget is not None:
            order = cast("OrderCell", widget)
            self.drafts.changed(order.cell, order.draft)
            self.frame()

    @after_keys
    def action_run(self) -> None:
        """Run the current cell; a prediction is asked for first."""
        widget = self.current
        if widget is None or self.refuse_while_running():
            return
        box = self.predicting.open(widget)
        if box is not None:
            self.predicting.ask(box, widget)
        else:
            self.start(widget)

    @after_keys
    def action_check(self) -> None:
        """Check the exercise of this step."""
        widget, step = self.exercise, self.step
        if widget is None or step is None:
            self.say(_("There is nothing to check on this page."))
            return
        if self.refuse_while_running():
            return
        self.sync(widget)
        self.running.check(widget.cell, widget.code, step, self.feedback_text, self.ended)
        self.follow(widget)

    def feedback_text(self, name: str) -> str | None:
        """A feedback text of the exercise, in the language that speaks."""
        step = self.step
        if step is None:
            return None
        step = self.services.library.step(step.full_id)
        return next((text.text for text in step.feedback if text.id == name), None)
