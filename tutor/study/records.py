"""What the store holds, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

KINDS = frozenset(
    {
        "run", "check", "predict", "quiz", "parsons", "timing", "hint", "solution-shown",
        "placement",
    }
)  # fmt: skip
VERDICTS = frozenset({"", "pass", "fail", "not-checked"})

Grade = Literal["again", "hard", "good", "easy"]
GRADES: tuple[Grade, ...] = ("again", "hard", "good", "easy")

State = Literal["new", "seen", "tried", "passed"]


@dataclass(frozen=True)
class Attempt:
    """Something that a learner did at a step. Attempts are only ever added.

    The last fields are filled in by `Store.record`.
    """

    step: str
    """Full id: "grad/slope"; "playground" belongs to no lesson."""
    kind: str
    """One of `KINDS`."""
    code: str = ""
    """The learner's text, without the folded first lines."""
    verdict: str = ""
    """pass, fail, not-checked, or "" for what has none."""
    feedback: str = ""
    """Feedback id of the verdict; for not-checked the reason."""
    cause: str = ""
    """Cause id of the clinic's explanation, of an error or a failed check."""
    line: int = 0
    """The learner's line that `cause` speaks of."""
    guess: str = ""
    """predict, quiz, parsons: what was chosen or typed."""
    hints: int | None = None
    """Hints shown before; None lets the store count."""
    seed: int | None = None
    """Of the check's random inputs."""
    digest: str = ""
    """Hash of the exercise, or of the step where there is none."""
    status: str = ""
    """How a Run ended: `Done.status`."""
    output: str = ""
    """Beginning of the printed text."""
    language: str = ""
    duration: float = 0.0
    """Seconds of the Run."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """python, jax, jax-tutor ..."""
    details: Mapping[str, str] = field(default_factory=dict)
    """What else was noticed: observed, needed, exception, limit ..."""
    slot: str = ""
    """Which editor of the step; "" for the exercise or the only snippet."""

    id: str = ""
    """Unique in the world, so that a merge knows what it has."""
    installation: str = ""
    sequence: int = 0
    """Counts up within one installation."""
    time: str = ""
    """UTC, ISO 8601, to the millisecond."""
    session: str = ""
    """Of one program's life."""


@dataclass(frozen=True)
class Review:
    """An answer to something that was due. Reviews are only ever added.

    The last fields are filled in by `Store.review`.
    """

    item: str
    """What was asked: `Item.key`."""
    step: str
    """Full id of the step where it stands."""
    grade: Grade
    answer: str = ""
    """What was chosen or typed, where something was."""
    seconds: float = 0.0
    """From the question to the grade."""
    language: str = ""

    id: str = ""
    """Unique in the world, so that a merge knows what it has."""
    installation: str = ""
    sequence: int = 0
    """Counts up within one installation."""
    time: str = ""
    """UTC, ISO 8601, to the millisecond."""
    session: str = ""
    """Of one program's life."""


@dataclass(frozen=True)
class Answer:
    """What a lesson, not a review, showed of a question or an exercise; in few words."""

    step: str
    kind: str
    verdict: str
    time: str
    hints: int
    question: int
    """Which quiz question or prediction of the step, from 1; 0 when the record does not say."""
    correct: bool | None
    """None when the record does not say."""


@dataclass(frozen=True)
class Revision:
    """A state of a draft."""

    id: str
    kind: Literal["edit", "reset", "undo", "restore"]
    code: str | None
    """None: the starter."""
    time: str
    """When it began, UTC."""
    updated: str
    """When it was typed at last, UTC."""
    session: str


@dataclass(frozen=True)
class Place:
    """Where the learner is."""

    lesson: str
    step: str
    """Of the step alone: "slope"."""
    scroll: int = 0
    cursor: tuple[int, int] = (0, 0)
    """Row and column in the editor."""
    language: str = ""
    slot: str = ""


@dataclass(frozen=True)
class StepState:
    """What is known of a step."""

    state: State
    attempts: int = 0
    """Runs, checks and answers."""
    hints: int = 0
    solution_shown: bool = False
    first: str = ""
    """UTC times: of the first visit, of the latest, of the first pass."""
    last: str = ""
    passed: str = ""
    seconds: float = 0.0
    """Spent on the page."""


@dataclass(frozen=True)
class StoreNotice:
    """Something that the learner should be told about the store."""

    kind: Literal["kept-aside"]
    message: str
    path: Path


@dataclass(frozen=True)
class ImportReport:
    """What a merge brought."""

    attempts: int
    drafts: int
    """Revisions of drafts that are new or newer here."""
    steps: tuple[str, ...]
    """Steps of this course with something new, sorted."""
    known: int
    """Records that were here before."""
    reviews: int = 0
