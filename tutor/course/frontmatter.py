"""The front matter of a lesson: the part of YAML that four keys need.

`key: value`, `key: [a, b]`, or `key:` with `- item` lines below it; quotes and `#` comments as in
YAML. What YAML would read differently is refused, so that other MyST tools read the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tutor.course.sources import did_you_mean, is_id
from tutor.errors import CourseError
from tutor.locale import translator

_ = translator("course")

KEYS = frozenset({"title", "minutes", "after", "concepts"})

_ENTRY = re.compile(r"([A-Za-z][\w-]*):(?:[ ]+(.*))?")
_ITEM = re.compile(r"[ ]*-[ ]+(.*)")


@dataclass(frozen=True)
class FrontMatter:
    title: str
    minutes: int
    after: tuple[str, ...]
    concepts: tuple[str, ...]
    lines: dict[str, int]
    """Key -> 1-based line."""


EMPTY = FrontMatter("", 0, (), (), {})


def extent(lines: Sequence[str]) -> int:
    """How many lines at the top of `lines` are front matter, both --- included."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    return next((i + 1 for i, line in enumerate(lines) if i and line.rstrip() == "---"), 0)


def parse(lines: Sequence[str], path: Path) -> FrontMatter:
    """The front matter at the top of `lines`. Raises CourseError."""
    if not lines or lines[0].rstrip() != "---":
        raise CourseError(
            path,
            1,
            _("the front matter is missing."),
            _("Begin with a line ---, then title: and minutes:, then a line ---."),
        )
    end = extent(lines)
    if not end:
        raise CourseError(
            path, 1, _("the front matter does not end."), _("End it with a line ---.")
        )
    values: dict[str, tuple[int, str | list[str]]] = {}
    key = ""
    for number, line in enumerate(lines[1 : end - 1], start=2):
        text = _uncomment(line)
        if not text.strip():
            continue
        item = _ITEM.fullmatch(text)
        if item and key and isinstance(values[key][1], list):
            values[key][1].append(_scalar(item.group(1), path, number))  # type: ignore[union-attr]
            continue
        entry = _ENTRY.fullmatch(text)
        if not entry:
            raise CourseError(
                path,
                number,
                _("not a line of front matter: {line}").format(line=line.strip()[:60]),
                _("Write key: value, or end the front matter with a line ---."),
            )
        key, raw = entry.group(1), (entry.group(2) or "").strip()
        if key not in KEYS:
            raise CourseError(
                path,
                number,
                _("unknown key {name}.").format(name=repr(key)),
                did_you_mean(key, KEYS),
            )
        if key in values:
            raise CourseError(path, number, _("{key} stands here twice.").format(key=key))
        values[key] = (number, _value(raw, path, number))
    return _typed(values, path)


def _typed(values: dict[str, tuple[int, str | list[str]]], path: Path) -> FrontMatter:
    for key, example in (("title", "Gradients are functions"), ("minutes", "15")):
        if key not in values:
            raise CourseError(
                path,
                1,
                _("the front matter has no {key}.").format(key=key),
                _("Write: {example}").format(example=f"{key}: {example}"),
            )
    line, title = values["title"]
    if not isinstance(title, str) or not title:
        raise CourseError(path, line, _("the title is a text."))
    line, minutes = values["minutes"]
    if not isinstance(minutes, str) or not re.fullmatch(r"[1-9][0-9]{0,2}", minutes):
        raise CourseError(path, line, _("minutes is a whole number from 1 to 999."))
    lists: dict[str, tuple[str, ...]] = {}
    for key in ("after", "concepts"):
        line, value = values.get(key, (0, []))
        if not isinstance(value, list):
            raise CourseError(
                path,
                line,
                _("{key} is a list.").format(key=key),
                _("Write: {example}").format(example=f"{key}: [{value}]"),
            )
        for name in value:
            if not is_id(name):
                raise CourseError(
                    path,
                    line,
                    _("{name} is not an id: small letters, digits and single hyphens.").format(
                        name=repr(name[:60])
                    ),
                )
        if len(set(value)) < len(value):
            raise CourseError(path, line, _("{key} names something twice.").format(key=key))
        lists[key] = tuple(value)
    return FrontMatter(
        title,
        int(minutes),
        lists["after"],
        lists["concepts"],
        {key: line for key, (line, _value) in values.items()},
    )


def _uncomment(line: str) -> str:
    """`line` without its YAML comment; a # in quotes or inside a word is none."""
    quote = ""
    for i, char in enumerate(line):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'" and (i == 0 or line[i - 1] in " [,"):
            quote = char
        elif char == "#" and (i == 0 or line[i - 1] in " \t"):
            return line[:i].rstrip()
    return line.rstrip()


def _value(raw: str, path: Path, line: int) -> str | list[str]:
    if not raw:
        return []
    if raw.startswith("["):
        if not raw.endswith("]"):
            raise CourseError(path, line, _("the list does not end: ] is missing."))
        inner = raw[1:-1].strip()
        return [_scalar(part, path, line) for part in inner.split(",")] if inner else []
    return _scalar(raw, path, line)


def _scalar(raw: str, path: Path, line: int) -> str:
    raw = raw.strip()
    if len(raw) >= 2 and raw[0] in "\"'" and raw[-1] == raw[0]:
        inner = raw[1:-1]
        if raw[0] in inner or "\\" in inner:
            raise CourseError(path, line, _("quotes and backslashes in quotes are not read here."))
        return inner
    if not raw or raw[0] in "\"'[]{}&*!|>%@`,#?" or ": " in raw or raw.endswith(":"):
        raise CourseError(
            path,
            line,
            _("YAML reads {text} differently.").format(text=raw[:60] or "''"),
            _("Put it in quotes."),
        )
    return raw
