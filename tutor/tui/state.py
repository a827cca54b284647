"""What a page remembers while the app lives: code, results, guesses. No widget stands here, so a
page can be drawn anew (another language, another width, back from another step) at any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tutor.course import model
from tutor.study.ordering import draft_of, shuffled
from tutor.study.programs import Program, ProgramKind, programs

if TYPE_CHECKING:
    from tutor.charts.points import Point
    from tutor.study.judge import Judgement
    from tutor.tui.results.result import Result

EARLIER = 3
"""How many earlier attempts stay behind a curve."""


@dataclass
class Cell:
    """One program on a page: what stands in its editor and what its Runs showed."""

    step: str
    """Full id of the step, or "playground"."""
    slot: str
    """Which editor of the step; "" for the exercise or the first one."""
    kind: ProgramKind | Literal["free"]
    starter: str
    """What stands there at first; of lines to order, the mixture as a draft."""
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

    guesses: list[int | str] = field(default_factory=list)
    """Indices of choices, or typed texts; the last one counts."""
    waived: bool = False
    """Asked to run without a guess."""
    settled: bool = False
    """The run has been shown."""
    judgement: Judgement | None = None
    """What the run said of the last guess."""
    undecided: bool = False
    """The last run was stopped or cut short, so the guess it was for was taken back."""


@dataclass
class Answer:
    """A quiz question: choices picked so far."""

    picked: list[int] = field(default_factory=list)
    correct: bool = False


@dataclass
class PageState:
    """All of one step's page."""

    step: str
    cells: dict[str, Cell] = field(default_factory=dict)
    guesses: dict[int, Guess] = field(default_factory=dict)
    """By the block's position on the page."""
    answers: dict[int, Answer] = field(default_factory=dict)
    hints: int = 0
    solution: bool = False
    scroll: int = 0

    def guess(self, position: int) -> Guess:
        return self.guesses.setdefault(position, Guess())

    def answer(self, position: int) -> Answer:
        return self.answers.setdefault(position, Answer())


def cells(step: model.Step) -> list[Cell]:
    """The cells of a step, as they are before anything was typed."""
    return [cell(step, position, one) for position, one in programs(step).items()]


def cell(step: model.Step, position: int, program: Program, slot: str | None = None) -> Cell:
    """The cell of the program at `position`; `slot` when it is not the program's own."""
    block = step.blocks[position]
    claim = block if isinstance(block, model.TimingBlock) else None
    code = program.starter
    if program.kind == "parsons" and step.exercise is not None:
        code = draft_of(shuffled(step.exercise, step.full_id))
    own = program.slot if slot is None else slot
    return Cell(step.full_id, own, program.kind, code, program.devices, claim, code=code)
