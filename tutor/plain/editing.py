"""Editing code: in the learner's own editor, or line by line."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from tutor.locale import translator, wrap
from tutor.plain.dialogue import Dialogue
from tutor.plain.page import numbered
from tutor.settings import Settings

_ = translator("plain")

_RANGE = re.compile(r"^(?P<command>[a-z]?)\s*(?P<first>\d+)?(?:\s*-\s*(?P<last>\d+))?$")


def editor_of(settings: Settings) -> str:
    """The command of the learner's editor, or "" when none is named."""
    return settings.editor or os.environ.get("VISUAL", "") or os.environ.get("EDITOR", "")


def edit_outside(dialogue: Dialogue, command: str, code: str, name: str) -> str:
    """`code` as the learner's editor leaves it; unchanged when the editor does not start."""
    with tempfile.TemporaryDirectory(prefix="jax-tutor-") as folder:
        file = Path(folder) / f"{name}.py"
        file.write_text(code.rstrip("\n") + "\n", encoding="utf-8")
        try:
            words = shlex.split(command)
            result = subprocess.run([*words, str(file)], check=False)
        except (OSError, ValueError) as error:
            dialogue.say(_("The editor {command} does not start: {error}").format(
                command=command, error=getattr(error, "strerror", None) or error
            ))  # fmt: skip
            return code
        if result.returncode:
            dialogue.say(
                _("The editor ended with code {code}; nothing was taken over.").format(
                    code=result.returncode
                )
            )
            return code
        return file.read_text(encoding="utf-8", errors="replace").rstrip("\n")


def edit_lines(dialogue: Dialogue, code: str, save: Callable[[str], None]) -> str:
    """Edit line by line; every change is saved at once. Raises Left at the end of the input."""
    lines = code.rstrip("\n").split("\n")
    before: list[list[str]] = []
    dialogue.say(*numbered("\n".join(lines)), *_help(dialogue))
    while True:
        text = dialogue.ask(_("edit> ")).strip()
        found = _RANGE.match(text.lower())
        if not text or found is None:
            dialogue.say(*_help(dialogue))
            continue
        command, first = found["command"], int(found["first"] or 0)
        last = int(found["last"] or first)
        if command in ("w", "q"):
            return "\n".join(lines)
        if command == "p":
            dialogue.say(*numbered("\n".join(lines)))
            continue
        if command == "u":
            lines = before.pop() if before else lines
            dialogue.say(*numbered("\n".join(lines)))
            save("\n".join(lines))
            continue
        changed = _changed(dialogue, lines, command, first, last)
        if changed is None:
            continue
        before.append(lines)
        lines = changed
        save("\n".join(lines))


def _changed(
    dialogue: Dialogue, lines: list[str], command: str, first: int, last: int
) -> list[str] | None:
    """The lines after one command, or None when it makes no sense."""
    count = len(lines)
    inside = 1 <= first <= last <= count
    if command == "a" and not first:
        return lines + _typed(dialogue)
    if command == "n":
        return _typed(dialogue) or None
    if command == "i" and 1 <= first <= count + 1:
        return lines[: first - 1] + _typed(dialogue) + lines[first - 1 :]
    if command == "d" and inside:
        return (lines[: first - 1] + lines[last:]) or [""]
    if command == "" and inside:
        dialogue.say(*(f"{number:>4}  {lines[number - 1]}" for number in range(first, last + 1)))
        return lines[: first - 1] + _typed(dialogue) + lines[last:]
    dialogue.say(_("There is no such line. The code has {count} lines.").format(count=count))
    return None


def _typed(dialogue: Dialogue) -> list[str]:
    """Lines up to a single dot. Indentation is kept as typed."""
    dialogue.say(_("Type lines; a single dot ends them."))
    lines: list[str] = []
    while (line := dialogue.ask("| ")).strip() != ".":
        lines.append(line.rstrip())
    return lines


def _help(dialogue: Dialogue) -> list[str]:
    text = _(
        "5 or 5-7: type these lines anew. i 5: insert before line 5. a: append. d 5 or d 5-7: "
        "delete. n: type everything anew. u: undo. p: print. w: done."
    )
    return wrap(text, dialogue.cells)
