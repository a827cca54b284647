"""Tracebacks that a log or pytest has dressed up, turned into lines as Python prints them."""

from __future__ import annotations

import itertools
import re

_START = "Traceback (most recent call last)"
_PREFIXES = 4
"""Different prefixes of a log that are looked for."""
_LONGEST_PREFIX = 200

_SAID = re.compile(r"^E(?:\s{2,}|\s*$)(?P<said>.*)$")
_SOURCE = re.compile(r"^>\s+(?P<source>\S.*)$")
_DEF = re.compile(r"^\s*(?:async )?def (?P<name>\w+)\(")
_AT = re.compile(
    r"^(?P<file>\S.*?\.py):(?P<line>\d+): ?(?:in (?P<function>\S+)|(?P<error>[\w.]*))$"
)
_HEADER = re.compile(r"^_{3,} .* _{3,}$|^={3,} .* ={3,}$")
_JOINT = re.compile(r"^(?:The above exception was|During handling of the above)")
_NAMED = re.compile(r"^[A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt|Warning)\b(?::|$)")


def plain_lines(lines: list[str]) -> list[str]:
    """`lines` without the prefix of a log, and with what pytest shows as Python would show it."""
    lines = _without_prefix(lines)
    if any(_SAID.match(line) for line in lines) and any(_AT.match(line) for line in lines):
        return _of_pytest(lines)
    return lines


# --- logs ------------------------------------------------------------------------------------


def _without_prefix(lines: list[str]) -> list[str]:
    """A time, a level or a name before each line is cut off, its numbers being what they like."""
    seen: dict[str, re.Pattern[str]] = {}
    for line, after in itertools.pairwise(lines):
        at = line.find(_START)
        if not 0 < at <= _LONGEST_PREFIX or not line[:at].strip():
            continue
        shape = re.sub(r"\d+", "0", line[:at])
        if shape in seen or len(seen) >= _PREFIXES:
            continue
        pattern = re.compile(r"\d+".join(re.escape(part) for part in re.split(r"\d+", line[:at])))
        if pattern.match(after):
            seen[shape] = pattern
    for pattern in seen.values():
        lines = [_cut(line, pattern) for line in lines]
    return lines


def _cut(line: str, pattern: re.Pattern[str]) -> str:
    found = pattern.match(line)
    return line[found.end() :] if found else line


# --- pytest ----------------------------------------------------------------------------------


def _of_pytest(lines: list[str]) -> list[str]:
    """Each exception that a test shows as a traceback of Python; the rest is left out."""
    shown: list[str] = []
    frames: list[str] = []
    said: list[str] = []
    function = source = named = ""
    wants_source = False

    def end() -> None:
        nonlocal frames, said, named
        if said:
            text = list(said)
            if not _NAMED.match(text[0]):
                text[0] = f"{named or 'AssertionError'}: {text[0]}"
            shown.extend([f"{_START}:", *frames, *text])
        frames, said, named = [], [], ""

    for line in lines:
        at = _AT.match(line)
        words = _SAID.match(line)
        if _HEADER.match(line) or _JOINT.match(line):
            end()
            function = source = ""
            shown.append(line if _JOINT.match(line) else "")
        elif at:
            if said and at["function"]:  # the short form says the frames first
                end()
            name = at["function"] or function or "<module>"
            frames.append(f'  File "{at["file"]}", line {at["line"]}, in {name}')
            if source:
                frames.append(f"    {source}")
            wants_source = bool(at["function"])
            named = at["error"] or named
            function = source = ""
        elif words:
            said.append(words["said"])
        elif wants_source and line.startswith("    ") and line.strip():
            frames.append(f"    {line.strip()}")
            wants_source = False
        elif found := _SOURCE.match(line):
            source = found["source"]
        elif found := _DEF.match(line):
            function = found["name"]
    end()
    return shown
