"""The programs of a page, under which slot the store keeps the draft of each, and its questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor.course import model

ProgramKind = Literal["run", "predict", "timing", "compare", "exercise", "parsons"]


@dataclass(frozen=True)
class Program:
    """One editor of a page."""

    kind: ProgramKind
    slot: str
    """"" for the exercise, or for the first program where there is none."""
    starter: str
    devices: int


def programs(step: model.Step) -> dict[int, Program]:
    """Position of each block that has a program -> that program.

    The exercise has the slot ""; without an exercise the first program has it. Others go by the
    name of their snippet.
    """
    described = {
        position: one
        for position, block in enumerate(step.blocks)
        if (one := _describe(step, block)) is not None
    }
    exercises = [p for p, (kind, _code, _n) in described.items() if kind in ("exercise", "parsons")]
    first = (exercises or list(described) or [-1])[0]
    found: dict[int, Program] = {}
    for number, (position, (kind, code, devices)) in enumerate(described.items(), 1):
        snippet = getattr(step.blocks[position], "snippet", None)
        name = snippet.name if snippet is not None and snippet.name else f"run-{number}"
        found[position] = Program(kind, "" if position == first else name, code, devices)
    return found


def silenced(kind: str, starter: str, code: str, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Causes of which a Run of `code` needs no notice; `chosen` are the learner's own.

    A snippet that the course shows, and that nobody has changed, is as its author means it.
    """
    shown = kind in ("run", "predict", "timing", "compare", "free")
    return ("all",) if shown and code.strip() == starter.strip() else chosen


def about(step: model.Step, position: int, correct: bool) -> dict[str, str]:
    """Details of an answer: which question of its kind on the page it was, and whether right.

    `position` is that of the block. What comes due later is decided by this.
    """
    kind = type(step.blocks[position])
    number = sum(isinstance(block, kind) for block in step.blocks[: position + 1])
    return {"question": str(number), "correct": "yes" if correct else "no"}


def _describe(step: model.Step, block: model.Block) -> tuple[ProgramKind, str, int] | None:
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
            which: ProgramKind = "parsons" if kind == "parsons" else "exercise"
            return which, step.exercise.starter, step.exercise.devices
    return None
