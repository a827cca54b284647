"""Rules for the Python files of a lesson, and for code that a text overrides."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tutor.course.cells import Cell
from tutor.course.exercise import StepFile
from tutor.course.findings import Report
from tutor.course.generic import GENERIC
from tutor.course.lints import python
from tutor.course.lints.view import LessonView
from tutor.course.model import (
    CompareBlock,
    ExerciseBlock,
    Place,
    Prediction,
    RunBlock,
    Snippet,
    Step,
    TimingBlock,
)
from tutor.course.sources import did_you_mean
from tutor.locale import translator, width

_ = translator("course")

COLUMNS = 60
_SHOWN = frozenset({"run", "compare", "starter", "solution", "distractors"})


def check(view: LessonView, report: Report) -> None:
    for step_id in view.step_ids():
        file = view.file(step_id)
        steps = list(view.steps(step_id))
        if file is None:
            continue
        for cell in file.cells:
            if cell.kind in _SHOWN:
                expect_narrow(cell.code, Place(cell.place.path, cell.line), report)
        _expect_syntax(file, steps, report)
        _expect_used(file, steps, report)
        for step in steps:
            _expect_same_program(step, file, report)
        if file.exercise is not None and any(step.exercise for step in steps):
            _expect_check(file, report)
            _expect_feedback(file, [step for step in steps if step.exercise], report)
    _expect_steps_of_files(view, report)


def expect_narrow(code: str, place: Place, report: Report) -> None:
    """Reports each line of `code` (which begins at `place`) that is too wide."""
    for number, line in enumerate(code.split("\n"), start=place.line):
        if width(line) > COLUMNS:
            report.add(
                Place(place.path, number),
                _("code of {width} columns; {limit} fit.").format(width=width(line), limit=COLUMNS),
                _("Break the line."),
            )


def _expect_steps_of_files(view: LessonView, report: Report) -> None:
    known = set(view.step_ids())
    for path in sorted(view.files.folder.glob("*.py")):
        if path.stem not in known:
            report.add(
                Place(path, 0),
                _("no step has the id {name}.").format(name=repr(path.stem)),
                did_you_mean(path.stem, known),
            )


# --- syntax -------------------------------------------------------------------------------------


def _expect_syntax(file: StepFile, steps: list[Step], report: Report) -> None:
    broken_runs = {
        block.snippet.name
        for step in steps
        for block in step.blocks
        if isinstance(block, RunBlock | Prediction) and block.raises.endswith("SyntaxError")
    }
    shown_only = {
        side
        for step in steps
        for block in step.blocks
        if isinstance(block, CompareBlock)
        for side, column in (("left", block.left), ("right", block.right))
        if not column.runs
    }
    fixes = any(
        isinstance(block, ExerciseBlock) and block.kind == "fix"
        for step in steps
        for block in step.blocks
    )
    for cell in file.cells:
        meant = (
            cell.kind in ("wrong", "distractors")
            or (cell.kind == "run" and cell.label in broken_runs)
            or (cell.kind == "compare" and cell.label in shown_only)
            or (cell.kind == "starter" and fixes)
        )
        tree = python.parse(cell.code)
        if isinstance(tree, SyntaxError) and not meant:
            report.add(
                Place(cell.place.path, cell.line + (tree.lineno or 1) - 1),
                _("this is not Python: {reason}.").format(reason=tree.msg),
            )


# --- what is used -------------------------------------------------------------------------------


def snippets(step: Step) -> Iterator[Snippet]:
    """Everything in `step` that runs, but the exercise."""
    for block in step.blocks:
        if isinstance(block, RunBlock | Prediction | TimingBlock | CompareBlock):
            yield block.snippet


def _expect_used(file: StepFile, steps: list[Step], report: Report) -> None:
    runs = {
        block.snippet.name
        for step in steps
        for block in step.blocks
        if isinstance(block, RunBlock | Prediction | TimingBlock)
    }
    compares = any(isinstance(block, CompareBlock) for step in steps for block in step.blocks)
    has_exercise = any(isinstance(b, ExerciseBlock) for step in steps for b in step.blocks)
    told = False
    for cell in file.cells:
        if (cell.kind == "run" and cell.label not in runs) or (
            cell.kind == "compare" and not compares
        ):
            report.add(
                cell.place,
                _("no directive uses this cell."),
                _("Show it with a directive, or remove it."),
            )
        elif cell.kind not in ("run", "compare") and not has_exercise and not told:
            told = True
            report.add(
                cell.place,
                _("an exercise that the text does not ask for."),
                _("Add a directive: exercise, fix or parsons."),
            )


def _expect_same_program(step: Step, file: StepFile, report: Report) -> None:
    """A language may change comments and strings of a snippet, nothing else."""
    cells = {("run", cell.label): cell for cell in file.cells if cell.kind == "run"}
    for snippet in snippets(step):
        cell = cells.get(("run", snippet.name))
        if cell is not None and snippet.place.path != cell.place.path:
            expect_narrow(snippet.code, snippet.place, report)
            _expect_same(snippet.code, cell, snippet.place, report)
    starter = next((cell for cell in file.cells if cell.kind == "starter"), None)
    if step.exercise and starter and step.exercise.starter != starter.code:
        place = next(
            (block.place for block in step.blocks if isinstance(block, ExerciseBlock)), step.place
        )
        for line in step.exercise.starter.split("\n"):
            if width(line) > COLUMNS:
                expect_narrow(line, place, report)
        _expect_same(step.exercise.starter, starter, place, report)


def _expect_same(code: str, cell: Cell, place: Place, report: Report) -> None:
    mine, its = python.shape(code), python.shape(cell.code)
    if mine != its or (mine is None and code != cell.code):
        report.add(
            place,
            _("this is another program than the cell in {file}:{line}.").format(
                file=cell.place.path.name, line=cell.place.line
            ),
            _("A language may change comments and strings only."),
        )


# --- check and feedback -------------------------------------------------------------------------


def _expect_check(file: StepFile, report: Report) -> None:
    exercise = file.exercise
    assert exercise is not None
    tree = python.parse(exercise.check)
    if isinstance(tree, SyntaxError):
        return
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "check":
            if [arg.arg for arg in node.args.args] == ["learner", "reference", "rng"]:
                return
            line = exercise.check_line + node.lineno - 1
            break
    else:
        line = exercise.check_line
    report.add(
        Place(exercise.path, line),
        _("the check cell has no check(learner, reference, rng)."),
        _("Write: {example}").format(example="def check(learner, reference, rng):"),
    )


_POSITIONS = {"need": 1, "expect": 2, "fail": 0, "on_error": 2}
_KEYWORDS = frozenset({"feedback", "structure", "shape", "dtype"})


def feedback_ids(check: str) -> tuple[dict[str, int], frozenset[str]]:
    """Feedback ids that a check cell certainly ends with, each with its line (1-based), and every
    string in it (an id may reach the vocabulary through a variable)."""
    tree = python.parse(check)
    if isinstance(tree, SyntaxError):
        return {}, frozenset()
    certain: dict[str, int] = {}
    every = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            every.add(node.value)
        if isinstance(node, ast.Call):
            for argument in _feedback_arguments(node):
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    certain.setdefault(argument.value, argument.lineno)
    return certain, frozenset(every)


def _feedback_arguments(node: ast.Call) -> Iterator[ast.expr | None]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in _POSITIONS and len(node.args) > _POSITIONS[name]:
        yield node.args[_POSITIONS[name]]
    if name == "reject" and len(node.args) > 1 and isinstance(node.args[1], ast.Dict):
        yield from node.args[1].keys
    if name in _POSITIONS or name in ("unchanged", "reject"):
        yield from (word.value for word in node.keywords if word.arg in _KEYWORDS)


def _expect_feedback(file: StepFile, steps: list[Step], report: Report) -> None:
    """Every id that is used has a text in every language, and every text is used."""
    exercise = file.exercise
    assert exercise is not None
    certain, every = feedback_ids(exercise.check)
    places = {
        name: Place(exercise.path, exercise.check_line + line - 1) for name, line in certain.items()
    }
    for wrong in exercise.wrong:
        if not wrong.feedback.startswith("clinic/"):
            places.setdefault(wrong.feedback, wrong.place)
    for step in steps:
        defined = {feedback.id: feedback for feedback in step.feedback}
        for name, place in places.items():
            if name not in defined and name not in GENERIC:
                report.add(
                    place,
                    _("the feedback {name} has no text in {file}.").format(
                        name=repr(name), file=step.place.path.name
                    ),
                    did_you_mean(name, {*defined, *GENERIC})
                    or _("Add a feedback directive to the step."),
                )
        for name, feedback in defined.items():
            if name not in places and name not in every:
                report.add(
                    feedback.place,
                    _("nothing gives the feedback {name}.").format(name=repr(name)),
                    did_you_mean(name, set(places) - set(defined))
                    or _("Use it in the check, or remove it."),
                )
