"""The Python file of a step: its snippets, and its exercise.

Parsed as text. The parts of an exercise run elsewhere: starter, answers and probe in the running
worker, check and reference in the checking worker.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tutor.course.cells import Cell, split
from tutor.course.model import Exercise, Solution, WrongAnswer
from tutor.course.sources import digest, is_id, read_source
from tutor.errors import CourseError, UnknownId
from tutor.locale import translator

_ = translator("course")

_SNIPPETS = frozenset({"run", "compare"})
_SINGLE = frozenset({"starter", "distractors", "probe", "check"})


@dataclass(frozen=True)
class StepFile:
    """`<step>.py`: every cell in order, and the exercise if the file has one."""

    path: Path
    cells: tuple[Cell, ...]
    exercise: Exercise | None

    def snippets(self, kind: str) -> dict[str, Cell]:
        """Cells of `kind` ("run", "compare") by name."""
        return {cell.label: cell for cell in self.cells if cell.kind == kind}


def load_exercise(course_dir: Path, lesson: str, step: str) -> Exercise:
    """The exercise of `lesson/step`; reads that one file and nothing else.

    `devices` is 1: how many a step asks for stands in the lesson's text, and a check request
    carries it. Raises UnknownId for what is no id, CourseError for what is wrong in the file.
    """
    if not (is_id(lesson) and is_id(step)):
        raise UnknownId(_("{name} is not the id of a step.").format(name=f"{lesson}/{step}"))
    path = Path(course_dir) / lesson / f"{step}.py"
    found = load_step_file(path, Path(course_dir)).exercise
    if found is None:
        raise CourseError(
            path,
            0,
            _("there is no exercise here."),
            _("An exercise has at least a solution and a check cell."),
        )
    return found


def load_step_file(path: Path, root: Path) -> StepFile:
    """The file at `path`, in the course at `root`. Raises CourseError."""
    return parse_step_file(read_source(path, root), path)


def parse_step_file(text: str, path: Path) -> StepFile:
    """`text` as the file at `path`. Raises CourseError."""
    cells = split(text, path)
    _expect_unique(cells)
    parts = tuple(cell for cell in cells if cell.kind not in _SNIPPETS)
    return StepFile(path, cells, _exercise(parts, path) if parts else None)


def _expect_unique(cells: Iterable[Cell]) -> None:
    seen: dict[tuple[str, str], Cell] = {}
    for cell in cells:
        if cell.kind == "wrong":
            continue
        key = (cell.kind, "" if cell.kind in _SINGLE else cell.label)
        if key in seen:
            name = f"{cell.kind}: {cell.label}" if cell.label else cell.kind
            raise CourseError(
                cell.place.path,
                cell.place.line,
                _("a second cell {name}; the first is in line {line}.").format(
                    name=repr(name), line=seen[key].place.line
                ),
                _("Give it a name of its own, or remove one."),
            )
        seen[key] = cell


def _exercise(cells: tuple[Cell, ...], path: Path) -> Exercise:
    single = {cell.kind: cell for cell in cells if cell.kind in _SINGLE}
    solutions = tuple(
        Solution(cell.label, cell.code, cell.place) for cell in cells if cell.kind == "solution"
    )
    check = single.get("check")
    if check is None or not check.code:
        raise CourseError(
            path,
            check.place.line if check else cells[0].place.line,
            _("an exercise without a check."),
            _("Add a cell {cell} with def check(learner, reference, rng).").format(
                cell="# %% check"
            ),
        )
    if not solutions:
        raise CourseError(
            path,
            cells[0].place.line,
            _("an exercise without a solution."),
            _("Add a cell {cell}: a whole accepted answer.").format(cell="# %% solution"),
        )

    def code(kind: str) -> str:
        return single[kind].code if kind in single else ""

    return Exercise(
        path=path,
        starter=code("starter"),
        solutions=solutions,
        wrong=tuple(
            WrongAnswer(cell.label, cell.code, cell.place) for cell in cells if cell.kind == "wrong"
        ),
        probe=code("probe"),
        check=check.code,
        check_line=check.line,
        distractors=tuple(line for line in code("distractors").split("\n") if line.strip()),
        devices=1,
        digest=digest("\n".join(f"%% {cell.kind}: {cell.label}\n{cell.code}" for cell in cells)),
    )
