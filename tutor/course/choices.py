"""Questions and their choices.

A choice stands on one line, `- [condition] text`; what is indented under it is its explanation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from tutor.course.directives import Lines, strip
from tutor.course.model import Choice, Condition, Place
from tutor.course.sources import did_you_mean
from tutor.errors import CourseError
from tutor.locale import translator

_ = translator("course")

OUTCOMES = frozenset({"prints", "raises", "lowest", "highest", "fastest", "slowest"})
"""Conditions of a prediction: the run decides."""

_START = re.compile(r"[-*] +\[")
_INDENT = re.compile(r"[ ]{2,}")


def question(lines: Lines, quiz: bool) -> tuple[str, tuple[Choice, ...]]:
    """The text above the choices, and the choices. Raises CourseError."""
    path, first = lines.place.path, lines.place.line
    starts = [i for i, line in enumerate(lines.lines) if _START.match(line)]
    if not starts:
        return lines.text, ()
    text = strip(lines.lines[: starts[0]], path, first).text
    choices = [
        _choice(lines.lines[start:end], Place(path, first + start), quiz)
        for start, end in zip(starts, [*starts[1:], len(lines.lines)], strict=True)
    ]
    if not text:
        raise CourseError(path, first, _("choices without a question above them."))
    return text, tuple(choices)


def _choice(lines: Sequence[str], place: Place, quiz: bool) -> Choice:
    inner, text = _bracket(lines[0], place)
    condition, operand = _quiz(inner, place) if quiz else _outcome(inner, place)
    explanation = strip(lines[1:], place.path, place.line + 1)
    for number, line in enumerate(explanation.lines, start=explanation.place.line):
        if line and not _INDENT.match(line):
            raise CourseError(
                place.path,
                number,
                _("text below the choices that is not indented."),
                _("Indent the explanation of a choice by two spaces."),
            )
    if not text and condition == "prints":
        text = f"`{operand}`"
    if not text:
        raise CourseError(place.path, place.line, _("a choice without a text."))
    margin = min((len(line) - len(line.lstrip()) for line in explanation.lines if line), default=0)
    return Choice(
        text, condition, operand, "\n".join(line[margin:] for line in explanation.lines), place
    )


def _bracket(line: str, place: Place) -> tuple[str, str]:
    """What stands in the bracket, which may hold brackets itself, and what follows it."""
    start = line.index("[")
    depth = 0
    for index in range(start, len(line)):
        depth += (line[index] == "[") - (line[index] == "]")
        if depth == 0:
            return line[start + 1 : index].strip(), line[index + 1 :].strip()
    raise CourseError(place.path, place.line, _("the bracket of this choice does not end."))


def _quiz(inner: str, place: Place) -> tuple[Condition, str]:
    if inner in ("x", "X"):
        return "right", ""
    if not inner:
        return "wrong", ""
    raise CourseError(
        place.path,
        place.line,
        _("a choice of a quiz is right, [x], or wrong, [ ]."),
    )


def _outcome(inner: str, place: Place) -> tuple[Condition, str]:
    name, _space, operand = inner.partition(" ")
    operand = operand.strip()
    if name not in OUTCOMES:
        raise CourseError(
            place.path,
            place.line,
            _("the bracket says when the choice comes true; {name} is no such thing.").format(
                name=repr(name[:60])
            ),
            did_you_mean(name, OUTCOMES),
        )
    if not operand and name != "prints":
        raise CourseError(
            place.path,
            place.line,
            _("{name} needs the name of something.").format(name=name),
            _("Write: {example}").format(example=f"- [{name} {_OPERANDS[name]}] ..."),
        )
    if name == "raises" and not operand.isidentifier():
        raise CourseError(
            place.path,
            place.line,
            _("raises is the name of an exception class, without its module."),
        )
    return cast(Condition, name), operand


_OPERANDS = {
    "raises": "TypeError",
    "lowest": "lr=0.3",
    "highest": "lr=1.2",
    "fastest": "vmap",
    "slowest": "loop",
}
