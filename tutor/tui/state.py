"""What a page remembers while the app lives: code, results, guesses. No widget stands here, so a
page can be drawn anew (another language, another width, back from another step) at any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tutor.course import model

if TYPE_CHECKING:
    from tutor.charts.points import Point
    from tutor.tui.results.result import Result

CellKind = Literal["run", "predict", "timing", "compare", "exercise", "parsons", "free"]
EARLIER = 3
"""How many earlier attempts stay behind a curve."""


@dataclass
class Cell:
    """One program on a page: what stands in its editor and what its Runs showed."""

    step: str
    """Full id of the step, or "playground"."""
    slot: str
    """Which editor of the step; "" for the exercise or the first one."""
    kind: CellKind
    starter: str
    devices: int = 0
    """0: as many as the settings say."""
    claim: model.TimingBlock | None = None
    code: str = ""
    cursor: tuple[int, int] = (0, 0)
    stored: str | None = None
    """The draft in the store as this window knows it; None while there is none."""
    theirs: str | None = None
    """A newer draft of another window, not taken over."""
    runs: int = 0
    result: Result | None = None
    earlier: list[Mapping[str, Sequence[Point]]] = field(default_factory=list)

    def keep_curves(self) -> None:
        """Let the curves of the present result stand faint behind those of the next one."""
        if self.result is not None and self.result.curves is not None:
            series = self.result.curves.curves.series()
            self.earlier = [*self.earlier, series][-EARLIER:]


@dataclass
class Guess:
    """A prediction under way: guesses in the order in which they were made."""

    guesses: list[str] = field(default_factory=list)
    picked: list[int] = field(default_factory=list)
    """Choices that were picked, the last one counts."""
    waived: bool = False
    """Asked to run without a guess."""
    settled: bool = False
    """The run has been shown."""
    right: frozenset[int] = frozenset()
    correct: bool = False
    undecided: bool = False


@dataclass
class Answer:
    """A quiz question: choices picked so far."""

    picked: list[int] = field(default_factory=list)
    correct: bool = False


@dataclass
class Order:
    """Lines of a parsons exercise: used ones above, in order, and those left aside."""

    used: list[str]
    aside: list[str]


@dataclass
class PageState:
    """All of one step's page."""

    step: str
    cells: dict[str, Cell] = field(default_factory=dict)
    guesses: dict[int, Guess] = field(default_factory=dict)
    """By the block's position on the page."""
    answers: dict[int, Answer] = field(default_factory=dict)
    order: Order | None = None
    hints: int = 0
    solution: bool = False
    scroll: int = 0

    def guess(self, position: int) -> Guess:
        return self.guesses.setdefault(position, Guess())

    def answer(self, position: int) -> Answer:
        return self.answers.setdefault(position, Answer())


def slots(step: model.Step) -> dict[int, str]:
    """Position of each block with a program -> the slot under which the store keeps its draft.

    The exercise has ""; without an exercise the first program has it. Others go by their name.
    """
    programs = [i for i, block in enumerate(step.blocks) if program(step, block) is not None]
    exercise = [i for i in programs if isinstance(step.blocks[i], model.ExerciseBlock)]
    first = (exercise or programs or [-1])[0]
    found: dict[int, str] = {}
    for number, position in enumerate(programs, 1):
        snippet = getattr(step.blocks[position], "snippet", None)
        name = snippet.name if snippet is not None and snippet.name else f"run-{number}"
        found[position] = "" if position == first else name
    return found


def program(step: model.Step, block: model.Block) -> tuple[CellKind, str, int] | None:
    """Kind, starter and number of devices of a block's program, or None when it has none."""
    match block:
        case model.RunBlock(snippet=snippet):
            return "run", snippet.code, snippet.devices
        case model.Prediction(snippet=snippet):
            return "predict", snippet.code, snippet.devices
        case model.TimingBlock(snippet=snippet):
            return "timing", snippet.code, snippet.devices
        case model.CompareBlock(snippet=snippet):
            return "compare", snippet.code, snippet.devices
        case model.ExerciseBlock(kind=kind) if step.exercise is not None:
            cell: CellKind = "parsons" if kind == "parsons" else "exercise"
            return cell, step.exercise.starter, step.exercise.devices
    return None


def cells(step: model.Step) -> list[Cell]:
    """The cells of a step, as they are before anything was typed."""
    found: list[Cell] = []
    for position, slot in slots(step).items():
        block = step.blocks[position]
        described = program(step, block)
        assert described is not None
        kind, starter, devices = described
        claim = block if isinstance(block, model.TimingBlock) else None
        found.append(Cell(step.full_id, slot, kind, starter, devices, claim, code=starter))
    return found
