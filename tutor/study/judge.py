"""What a run says about a guess, and about the claim of a timing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tutor import events
from tutor.course import predict
from tutor.course.model import Prediction, TimingBlock

TRIES = 2
"""Guesses before the run is shown, where something is left to choose."""


@dataclass(frozen=True)
class Judgement:
    """A run held against the last of some guesses."""

    right: frozenset[int]
    """Choices that came true."""
    correct: bool
    undecided: bool
    """Too close to tell: noise decides nothing, and blocks nobody."""
    again: bool
    """One more guess makes sense before the run is shown."""
    form: bool = False
    """Not correct, but only by its brackets: the values are those that were printed."""

    @property
    def verdict(self) -> Literal["pass", "fail"]:
        return "pass" if self.correct or self.undecided else "fail"


def judge(
    prediction: Prediction, guesses: Sequence[int | str], outcome: predict.Outcome
) -> Judgement:
    """Hold the last guess (index of a choice, or typed text) against the run.

    Typed text is right when it is what was printed (see `predict.same_answer`); when the run
    raised, its last word has to be the exception's name.
    """
    right = predict.decide(prediction, outcome)
    last = guesses[-1] if guesses else ""
    form = False
    if prediction.ask == "choice":
        undecided = bool(outcome.medians) and not right
        correct = last in right
        left = len(prediction.choices) - len(set(guesses)) >= 2
    else:
        undecided, left = False, True
        text = str(last)
        if outcome.exceptions:
            correct = bool(text.split()) and text.split()[-1].strip(":.") in outcome.exceptions
        else:
            correct = bool(text.strip()) and predict.same_answer(text, outcome.stdout)
            form = not correct and predict.same_values(text, outcome.stdout)
    again = not correct and not undecided and left and 0 < len(guesses) < TRIES
    return Judgement(right, correct, undecided, again, form)


@dataclass(frozen=True)
class Claim:
    """What was measured of "SLOW / FAST >= RATIO"."""

    ratio: float
    holds: bool


def claim(block: TimingBlock, timings: Iterable[events.Timing]) -> Claim | None:
    """The claim of `block` measured; None when its contestants were not timed together."""
    for timing in reversed(list(timings)):
        medians = {row.name: row.median for row in timing.rows}
        slow, fast = medians.get(block.slower), medians.get(block.faster)
        if slow is not None and fast:
            return Claim(slow / fast, slow / fast >= block.ratio)
    return None
