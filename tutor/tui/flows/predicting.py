"""Predictions: an answer, a run that decides, one more guess where something is left to choose.

The result stays hidden until the guess is settled. Asking to run twice without a guess shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tutor.locale import translator
from tutor.study.programs import about

if TYPE_CHECKING:
    from tutor.tui.flows.running import Job
    from tutor.tui.screens.lesson import LessonScreen
    from tutor.tui.screens.step import StepScreen
    from tutor.tui.widgets.cell import CodeCell
    from tutor.tui.widgets.prediction import PredictionBox

_ = translator("tui")


class Predicting:
    """The predictions on a page. `settled` is called when the run has decided about one."""

    def __init__(self, screen: StepScreen, settled: Callable[[PredictionBox, Job], None]) -> None:
        self._screen = screen
        self._settled = settled

    def open(self, widget: CodeCell) -> PredictionBox | None:
        """The prediction that has to be answered before `widget` runs."""
        return next(
            (
                box
                for box in self._screen.predictions
                if box.slot == widget.cell.slot and not box.guess.settled
            ),
            None,
        )

    def ask(self, box: PredictionBox, widget: CodeCell) -> None:
        """Somebody wants to run: take the guess that stands there, or ask for one, once."""
        if box.commit():
            return
        if box.guess.waived:
            self._decide(box, widget)
            return
        box.guess.waived = True
        box.focus_target.focus()
        self._screen.page.reveal(box)
        self._screen.say(_("Guess first. Run again to see it without a guess."))

    def guessed(self, box: PredictionBox, guess: int | str) -> None:
        """An answer is committed: run, and hold it against what comes out."""
        screen = self._screen
        widget = next((w for w in screen.cell_widgets() if w.cell.slot == box.slot), None)
        if widget is None or screen.refuse_while_running() or box.guess.settled:
            return
        box.guess.guesses.append(guess)
        self._decide(box, widget)

    def _decide(self, box: PredictionBox, widget: CodeCell) -> None:
        guess, cell, screen = box.guess, widget.cell, self._screen

        def ended(job: Job) -> None:
            from tutor.study.judge import judge

            record = job.result.record
            guess.undecided = not record.complete
            if record.complete:
                guess.judgement = judge(box.prediction, guess.guesses, record.outcome())
                guess.settled = guess.waived or not guess.judgement.again
            elif guess.guesses:
                # Nobody knows whether it was right: it may be made again.
                guess.guesses.pop()
            if guess.settled or not record.complete:
                cell.result = job.result
                self._show(box, widget)
            else:
                box.tell()
                if box.is_attached:
                    screen.page.reveal(box)
            if guess.settled:
                self._settled(box, job)
            screen.frame()

        screen.hush()
        screen.add_class("-running")
        screen.running.run(cell, cell.starter, screen.step, ended, show=False)
        screen.frame()

    def _show(self, box: PredictionBox, widget: CodeCell) -> None:
        if box.is_attached:
            box.tell()
            widget.editor.read_only = False
            widget.show_result()
            self._screen.page.follow(box.ending)


def in_words(box: PredictionBox) -> str:
    """The guesses that were made, a line each."""
    return "\n".join(
        box.prediction.choices[guess].text if isinstance(guess, int) else guess
        for guess in box.guess.guesses
    )


def right(box: PredictionBox) -> bool:
    """Whether a guess was made and the last one came true."""
    judged = box.guess.judgement
    return bool(box.guess.guesses) and judged is not None and judged.verdict == "pass"


def record_guess(screen: LessonScreen, box: PredictionBox, job: Job) -> None:
    """A guess that was made is recorded; the page is done once the run has been seen."""
    judged = box.guess.judgement
    assert judged is not None
    if box.guess.guesses:
        verdict = judged.verdict if not box.slot else ""
        details = about(screen.step, box.position, right(box))
        screen.record(
            "predict", verdict=verdict, guess=in_words(box), code=job.code, details=details
        )
    if not box.slot and not right(box):
        screen.record("run", verdict="pass", code=job.code)
