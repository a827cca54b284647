"""Percent cells: a Python file cut at its `# %%` lines, as VS Code, Spyder and Jupytext do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tutor.course.model import Place
from tutor.course.sources import did_you_mean, is_id
from tutor.errors import CourseError
from tutor.locale import translator

_ = translator("course")

KINDS = frozenset(
    {"run", "compare", "starter", "solution", "wrong", "distractors", "probe", "check"}
)
_LABELLED = frozenset({"run", "compare", "solution", "wrong"})
_MARK = re.compile(r"# ?%%[ \t]*(.*)")


@dataclass(frozen=True)
class Cell:
    """One cell. `code` is without empty lines at either end and without a final newline."""

    kind: str
    label: str
    """What follows the colon, or ""."""
    code: str
    place: Place
    """Of the `# %%` line."""
    line: int
    """1-based line of the first line of `code` in the file."""


def split(text: str, path: Path) -> tuple[Cell, ...]:
    """The cells of `text`, in order.

    Raises CourseError for an unknown kind, a wrong label, or code above the first cell.
    """
    cells: list[Cell] = []
    title: str | None = None
    start = 0
    lines = text.split("\n")
    for number, line in enumerate([*lines, "# %%"], start=1):
        mark = _MARK.fullmatch(line.rstrip())
        if not mark:
            continue
        body = lines[start : number - 1]
        if title is None:
            _expect_no_code(body, path)
        else:
            cells.append(_cell(title, body, Place(path, start)))
        title, start = mark.group(1).strip(), number
    return tuple(cells)


def _expect_no_code(lines: list[str], path: Path) -> None:
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith("#"):
            raise CourseError(
                path,
                number,
                _("code above the first cell."),
                _("Begin with a cell, for instance: {example}").format(example="# %% run"),
            )


def _cell(title: str, body: list[str], place: Place) -> Cell:
    kind, colon, label = (part.strip() for part in title.partition(":"))
    if kind not in KINDS:
        raise CourseError(
            place.path,
            place.line,
            _("unknown cell {name}.").format(name=repr(kind)),
            did_you_mean(kind, KINDS),
        )
    problem = _label_problem(kind, bool(colon), label)
    if problem:
        raise CourseError(place.path, place.line, *problem)
    first = 0
    while first < len(body) and not body[first].strip():
        first += 1
    end = len(body)
    while end > first and not body[end - 1].strip():
        end -= 1
    code = "\n".join(line.rstrip() for line in body[first:end])
    return Cell(kind, label, code, place, place.line + 1 + first)


def _label_problem(kind: str, colon: bool, label: str) -> tuple[str, str] | None:
    if kind not in _LABELLED:
        if colon:
            return _("a {kind} cell has no name.").format(kind=kind), _("Write: {example}").format(
                example=f"# %% {kind}"
            )
        return None
    if colon and not label:
        return _("the name after the colon is missing."), ""
    if kind == "compare" and label not in ("left", "right"):
        return _("compare cells are left or right."), _("Write: {example}").format(
            example="# %% compare: left"
        )
    if kind == "wrong":
        cause = label.removeprefix("clinic/")
        if not is_id(cause):
            return _("a wrong answer names the feedback that it gets."), _(
                "Write: {example}"
            ).format(example="# %% wrong: forgot-the-mean")
    if kind == "run" and label and not is_id(label):
        return _("{name} is not an id: small letters, digits and single hyphens.").format(
            name=repr(label)
        ), ""
    return None
