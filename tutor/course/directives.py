"""What each directive may have: argument, options, body. The table of docs/authoring.md as data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tutor.course.document import Directive
from tutor.course.model import Place
from tutor.course.sources import did_you_mean, is_id
from tutor.errors import CourseError
from tutor.locale import translator

_ = translator("course")

MAX_DEVICES = 64
EXERCISES = frozenset({"exercise", "fix", "parsons"})


@dataclass(frozen=True)
class Spec:
    argument: Literal["none", "snippet", "id"]
    """snippet: the name of a run cell, or nothing; id: must be given."""
    options: frozenset[str] = frozenset()
    required: frozenset[str] = frozenset()
    """Those of `options` that must be given."""
    body: Literal["none", "optional", "required"] = "required"


def _spec(
    argument: Literal["none", "snippet", "id"],
    options: str = "",
    required: str = "",
    body: Literal["none", "optional", "required"] = "required",
) -> Spec:
    needed = frozenset(required.split())
    return Spec(argument, frozenset(options.split()) | needed, needed, body)


SPECS = {
    "run": _spec("snippet", "raises devices caption", body="optional"),
    "output": _spec("none"),
    "predict": _spec("snippet", "raises devices", required="ask"),
    "exercise": _spec("none", "devices"),
    "fix": _spec("none", "devices"),
    "parsons": _spec("none", "devices"),
    "timing": _spec("snippet", "devices", required="claim", body="optional"),
    "quiz": _spec("none"),
    "compare": _spec("none", "devices", required="left right runs", body="none"),
    "hint": _spec("none"),
    "feedback": _spec("id"),
    "card": _spec("id", required="concept"),
    "term": _spec("id", "also", required="title"),
}


@dataclass(frozen=True)
class Lines:
    """Some lines of a body."""

    lines: tuple[str, ...]
    place: Place

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def expect_valid(directive: Directive) -> None:
    """Raises CourseError unless name, argument, options and body fit the table."""
    place = directive.place
    spec = SPECS.get(directive.name)
    if spec is None:
        raise CourseError(
            place.path,
            place.line,
            _("unknown directive {name}.").format(name=repr(directive.name[:60])),
            did_you_mean(directive.name, SPECS),
        )
    for key, (value, line) in directive.options.items():
        if key not in spec.options:
            raise CourseError(
                place.path,
                line,
                _("{directive} has no option {name}.").format(directive=directive.name, name=key),
                did_you_mean(key, spec.options),
            )
        if not value:
            raise CourseError(place.path, line, _("the option {name} is empty.").format(name=key))
    for key in sorted(spec.required - set(directive.options)):
        raise CourseError(
            place.path,
            place.line,
            _("{directive} without the option {name}.").format(directive=directive.name, name=key),
            _("Write it below the first line: {example}").format(example=_EXAMPLES[key]),
        )
    problem = _argument_problem(spec, directive)
    if problem:
        raise CourseError(place.path, place.line, problem)
    if spec.body == "required" and not directive.body:
        raise CourseError(
            place.path, place.line, _("{directive} is empty.").format(directive=directive.name)
        )
    if spec.body == "none" and directive.body:
        raise CourseError(
            place.path,
            directive.body_line,
            _("{directive} has no body.").format(directive=directive.name),
            _("Its code stands in the Python file of the step."),
        )


_EXAMPLES = {
    "ask": ":ask: output",
    "claim": ":claim: loop / vmap >= 5",
    "left": ":left: PyTorch",
    "right": ":right: JAX",
    "runs": ":runs: right",
    "concept": ":concept: grad",
    "title": ":title: Pytree",
}


def _argument_problem(spec: Spec, directive: Directive) -> str:
    argument = directive.argument
    if spec.argument == "none" and argument:
        return _("{directive} takes nothing on its first line, but there is {text}.").format(
            directive=directive.name, text=repr(argument[:60])
        )
    if spec.argument == "id" and not argument:
        return _("{directive} without an id on its first line.").format(directive=directive.name)
    if argument and not is_id(argument):
        return _("{name} is not an id: small letters, digits and single hyphens.").format(
            name=repr(argument[:60])
        )
    return ""


def option(directive: Directive, key: str) -> str:
    return directive.options.get(key, ("", 0))[0]


def devices(directive: Directive) -> int:
    """The option `devices`; 1 without it. Raises CourseError."""
    value, line = directive.options.get("devices", ("1", 0))
    if not re.fullmatch(r"[1-9][0-9]?", value) or int(value) > MAX_DEVICES:
        raise CourseError(
            directive.place.path,
            line,
            _("devices is a whole number from 1 to {most}.").format(most=MAX_DEVICES),
        )
    return int(value)


def raises(directive: Directive) -> str:
    """The option `raises`: the name of a class, without its module. Raises CourseError."""
    value, line = directive.options.get("raises", ("", 0))
    if value and not value.isidentifier():
        raise CourseError(
            directive.place.path,
            line,
            _("raises is the name of an exception class, without its module."),
            _("Write: {example}").format(example=":raises: TypeError"),
        )
    return value


_FENCE = re.compile(r"(`{3,}|~{3,})[^`]*")


def whole_body(directive: Directive) -> Lines:
    return Lines(directive.body, Place(directive.place.path, directive.body_line))


def split_body(directive: Directive, most: int) -> list[Lines]:
    """The body cut at its `---` lines, code fences apart: from 1 to `most` parts, stripped.

    Raises CourseError when there are more, or one is empty.
    """
    path = directive.place.path
    parts: list[Lines] = []
    fence = ""
    start = 0
    for index, line in enumerate([*directive.body, "---"]):
        if index < len(directive.body):
            mark = _FENCE.fullmatch(line.strip())
            if mark and not fence:
                fence = mark.group(1)
            elif fence and line.strip() == fence:
                fence = ""
        if line == "---" and (not fence or index == len(directive.body)):
            parts.append(strip(directive.body[start:index], path, directive.body_line + start))
            start = index + 1
    for part in parts:
        if not part.lines:
            raise CourseError(path, part.place.line, _("there is nothing on one side of ---."))
    if len(parts) > most:
        raise CourseError(
            path,
            parts[most].place.line - 1,
            _("{directive} has no further part after a line ---.").format(directive=directive.name),
        )
    return parts


def strip(lines: Sequence[str], path: Path, line: int) -> Lines:
    """`lines` without the empty ones at both ends; `line` is the number of the first."""
    first, end = 0, len(lines)
    while first < end and not lines[first].strip():
        first += 1
    while end > first and not lines[end - 1].strip():
        end -= 1
    return Lines(tuple(lines[first:end]), Place(path, line + first))
