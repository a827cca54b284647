"""Predictions: an answer, a run that decides, one more try where something is left to choose."""

from __future__ import annotations

from tutor.course import predict
from tutor.course.model import Prediction
from tutor.tui.results.result import Result
from tutor.tui.state import Guess

TRIES = 2


def outcome_of(result: Result) -> predict.Outcome:
    """What the run showed, as far as predictions are about it."""
    raised: tuple[str, ...] = ()
    if result.errors and result.errors[-1].exceptions:
        error = result.errors[-1].exceptions[0]
        raised = (error.name, *error.bases)
    last = {}
    if result.curves is not None:
        series = result.curves.curves.series()
        last = {name: points[-1][1] for name, points in series.items() if points}
    medians = {row.name: row.median for event in result.timings for row in event.rows}
    undecided = frozenset(frozenset(pair) for event in result.timings for pair in event.undecided)
    return predict.Outcome(result.stdout, raised, last, medians, undecided)


def decided(prediction: Prediction, guess: Guess, result: Result) -> bool:
    """Hold the last guess against the run. True: show the run now; False: one more guess."""
    found = outcome_of(result)
    if result.done is None or result.done.status not in ("ok", "raised"):
        guess.settled = False
        return True
    guess.right = predict.decide(prediction, found)
    if prediction.ask == "choice":
        guess.undecided = bool(found.medians) and not guess.right
        guess.correct = bool(guess.picked) and guess.picked[-1] in guess.right
        left = len(prediction.choices) - len(set(guess.picked))
        again = left >= 2 and not guess.undecided
    else:
        told = guess.guesses[-1] if guess.guesses else ""
        if found.exceptions:
            guess.correct = bool(told) and told.split()[-1].strip(":") in found.exceptions
        else:
            guess.correct = bool(told) and predict.same_output(told, found.stdout)
        again = True
    more = not guess.correct and again and not guess.waived and 0 < len(guess.guesses) < TRIES
    guess.settled = not more
    return guess.settled
