"""What a course is, as data. The parser makes these; everything else reads them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Language = Literal["en", "zh-CN"]
StepKind = Literal[
    "read", "run", "predict", "exercise", "fix", "parsons", "timing", "quiz", "compare"
]


@dataclass(frozen=True)
class Place:
    """Where something stands: a file and a 1-based line."""

    path: Path
    line: int


@dataclass(frozen=True)
class Snippet:
    """A runnable text. `code` is without the folded first lines (see `preamble`)."""

    name: str
    """"" for the only one of its kind in a step."""
    code: str
    place: Place
    devices: int = 1


# --- blocks of a page, in reading order ------------------------------------------------------


@dataclass(frozen=True)
class Prose:
    """Markdown between directives."""

    markdown: str
    place: Place


@dataclass(frozen=True)
class RunBlock:
    """An editable snippet without a verdict; `output` is what the text says that it prints."""

    snippet: Snippet
    place: Place
    output: str | None = None
    output_place: Place | None = None
    raises: str = ""
    """Name of the exception class that it is meant to end with, or ""."""
    caption: str = ""


Condition = Literal["prints", "raises", "lowest", "highest", "fastest", "slowest", "right", "wrong"]


@dataclass(frozen=True)
class Choice:
    """One answer. For a quiz `condition` is right or wrong; for a prediction the run decides:

    prints TEXT     the output, whitespace folded, equals TEXT
    raises CLASS    it ends with CLASS or a subclass
    lowest NAME     of all curves NAME ends lowest; highest likewise
    fastest NAME    of the contestants NAME has the smallest median; slowest likewise
    """

    text: str
    """Inline Markdown."""
    condition: Condition
    operand: str
    explanation: str
    place: Place


@dataclass(frozen=True)
class Prediction:
    """Commit to an answer; then the snippet runs and decides (`tutor.course.predict`)."""

    ask: Literal["output", "choice"]
    """output: type what it prints; choice: one of `choices`."""
    question: str
    choices: tuple[Choice, ...]
    snippet: Snippet
    explanation: str
    """Shown after the run, whatever was guessed."""
    place: Place
    raises: str = ""


@dataclass(frozen=True)
class Question:
    """A quiz question; exactly one choice is right."""

    text: str
    choices: tuple[Choice, ...]
    place: Place


@dataclass(frozen=True)
class TimingBlock:
    """A comparison (`compare(...)` in the snippet) whose claim is measured, not asserted."""

    snippet: Snippet
    slower: str
    faster: str
    """Names of contestants; the claim is that `slower` takes at least `ratio` times as long."""
    ratio: float
    place: Place


@dataclass(frozen=True)
class Column:
    """A column of `compare`."""

    title: str
    code: str
    runs: bool
    """PyTorch is shown, JAX runs."""


@dataclass(frozen=True)
class CompareBlock:
    left: Column
    right: Column
    snippet: Snippet
    """What runs: the code of the column with `runs`."""
    place: Place


@dataclass(frozen=True)
class ExerciseBlock:
    """Where the editor of the step's exercise stands on the page."""

    kind: Literal["exercise", "fix", "parsons"]
    prompt: str
    """Markdown."""
    place: Place


Block = (
    Prose | RunBlock | Prediction | Question | TimingBlock | CompareBlock | ExerciseBlock
)  # fmt: skip


# --- exercises -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Solution:
    label: str
    code: str
    place: Place


@dataclass(frozen=True)
class WrongAnswer:
    """`feedback` is a feedback id, or "clinic/<cause-id>"."""

    feedback: str
    code: str
    place: Place


@dataclass(frozen=True)
class Exercise:
    """The cells of `<step>.py`."""

    path: Path
    starter: str
    solutions: tuple[Solution, ...]
    wrong: tuple[WrongAnswer, ...]
    probe: str
    """Runs in the learner's worker after their code; "" when there is none."""
    check: str
    check_line: int
    """1-based line of the first line of `check` in `path`."""
    distractors: tuple[str, ...]
    """Parsons only: lines that do not belong."""
    devices: int
    digest: str
    """Hash of the cells of the exercise (snippets apart); recorded with every attempt."""


@dataclass(frozen=True)
class Hint:
    text: str
    place: Place


@dataclass(frozen=True)
class Feedback:
    id: str
    text: str
    place: Place


@dataclass(frozen=True)
class Card:
    id: str
    concept: str
    question: str
    answer: str
    place: Place
    step: str = ""
    """Id of the step where it stands."""


@dataclass(frozen=True)
class Term:
    id: str
    title: str
    also: tuple[str, ...]
    text: str
    place: Place
    step: str = ""
    """Id of the step where it stands."""


# --- the whole -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One page, in one language."""

    id: str
    """Of the step alone: "wrt-weights"."""
    lesson: str
    title: str
    kind: StepKind
    """Of its most demanding block."""
    blocks: tuple[Block, ...]
    exercise: Exercise | None
    hints: tuple[Hint, ...]
    feedback: tuple[Feedback, ...]
    digest: str
    """Hash of the step's text in this language, blank lines folded."""
    renders: str
    """Hash of the source-language step that this one renders; "" in the source language."""
    place: Place
    language: str = ""
    """Of this text: the source language where a translation lacks the step."""

    @property
    def full_id(self) -> str:
        return f"{self.lesson}/{self.id}"


@dataclass(frozen=True)
class Lesson:
    """One lesson, in one language."""

    id: str
    language: str
    number: int
    """Position in the course, from 1."""
    title: str
    minutes: int
    after: tuple[str, ...]
    """Ids of lessons that should come first."""
    concepts: tuple[str, ...]
    steps: tuple[Step, ...]
    cards: tuple[Card, ...]
    terms: tuple[Term, ...]
    place: Place


@dataclass(frozen=True)
class Course:
    """A course in one language (steps that lack a translation come in the source language)."""

    id: str
    path: Path
    title: str
    language: str
    languages: tuple[str, ...]
    source_language: str
    lessons: tuple[Lesson, ...]
    aliases: dict[str, str] = field(default_factory=dict)
    """Old id -> present id, of lessons and of steps ("old/step" -> "new/step")."""
    data: Path | None = None
    """Folder that snippets may read."""


@dataclass(frozen=True)
class PlacementQuestion:
    """Asks whether a learner knows what a lesson teaches."""

    lesson: str
    """Id of that lesson; the step of the question has the same id."""
    step: Step
    position: int
    """Of the question among the step's blocks."""

    @property
    def block(self) -> Block:
        """A `Question`, or a `Prediction` with choices."""
        return self.step.blocks[self.position]


@dataclass(frozen=True)
class Placement:
    """A short quiz that finds where to start."""

    title: str
    minutes: int
    questions: tuple[PlacementQuestion, ...]
    """In the order of their lessons."""
