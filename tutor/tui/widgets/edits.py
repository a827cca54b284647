"""What an editor for Python does beyond inserting what was typed: functions of text, no widget."""

from __future__ import annotations

import re

INDENT = 4
PAIRS = {"(": ")", "[": "]", "{": "}"}
QUOTES = ('"', "'")
_CLOSERS = frozenset(PAIRS.values())
_LEAVES = re.compile(r"\s*(return|pass|break|continue|raise)\b")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def after_enter(before: str, after: str) -> tuple[str, str]:
    """What Enter inserts between `before` and `after` of a line: text left and right of the cursor.

    The next line keeps the indentation, one more after a colon or an opening bracket, one less
    after return and its like. Between a pair of brackets the closing one gets a line of its own.
    """
    kept = indentation(before)
    code = _without_comment(before).rstrip()
    if code and code[-1] in PAIRS:
        inner = kept + " " * INDENT
        if after.lstrip().startswith(PAIRS[code[-1]]):
            return "\n" + inner, "\n" + kept
        return "\n" + inner, ""
    if code.endswith(":"):
        return "\n" + kept + " " * INDENT, ""
    if _LEAVES.match(code) and not after.strip():
        return "\n" + kept[: max(0, len(kept) - INDENT)], ""
    return "\n" + kept, ""


def typed(character: str, before: str, after: str) -> tuple[str, str, int]:
    """What typing `character` does: text inserted left and right of the cursor, and how many
    characters to the right the cursor steps over instead.
    """
    following = after[:1]
    if character in _CLOSERS and following == character:
        return "", "", 1
    if character in PAIRS and (not following or following in " \t)]}:,"):
        return character, PAIRS[character], 0
    if character in QUOTES:
        if following == character:
            return "", "", 1
        previous = before[-1:]
        opens = (
            not previous
            or not (previous.isalnum() or previous in "_\"'\\")
            or (previous in "fFrRbBuU" and not re.search(r"\w\w$", before))
        )
        if opens and (not following or following in " \t)]},:") and not _inside_string(before):
            return character, character, 0
    return character, "", 0


def surrounds(character: str) -> str:
    """The closing partner when `character` typed over a selection puts it in a pair, else ""."""
    return PAIRS.get(character) or (character if character in QUOTES else "")


def backspace(before: str, after: str) -> tuple[int, int]:
    """How many characters Backspace deletes, left and right of the cursor, with no selection."""
    if before and not before.strip(" "):
        return (len(before) - 1) % INDENT + 1, 0
    last, following = before[-1:], after[:1]
    if last and (PAIRS.get(last) == following or (last in QUOTES and last == following)):
        return 1, 1
    return 1, 0


def toggle_comment(lines: list[str]) -> list[str]:
    """`lines` as comments, or back when all of them are."""
    full = [line for line in lines if line.strip()]
    if full and all(line.lstrip().startswith("#") for line in full):
        return [re.sub(r"^(\s*)# ?", r"\1", line) for line in lines]
    depth = min((len(indentation(line)) for line in full), default=0)
    return [f"{line[:depth]}# {line[depth:]}" if line.strip() else line for line in lines]


def shift(lines: list[str], right: bool) -> list[str]:
    """`lines` one indentation to the right or left."""
    if right:
        return [" " * INDENT + line if line.strip() else line for line in lines]
    return [line[min(INDENT, len(indentation(line))) :] for line in lines]


def pasted(text: str) -> str:
    """Text from a clipboard as it goes into code: our line ends, no tabs or control characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(INDENT)
    return _CONTROL.sub("", text)


def _without_comment(line: str) -> str:
    quote = ""
    for index, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in QUOTES:
            quote = character
        elif character == "#":
            return line[:index]
    return line


def _inside_string(before: str) -> bool:
    quote = ""
    for character in before:
        if quote:
            quote = "" if character == quote else quote
        elif character in QUOTES:
            quote = character
    return bool(quote)
