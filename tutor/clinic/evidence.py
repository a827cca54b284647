"""What a worker can say about an exception: evidence, in bounded size. Worker side.

Nothing here trusts the exception or the learner's values: classes are read past any override,
texts are asked for once and cut, and whatever raises is left out. It never raises itself.
"""

from __future__ import annotations

import itertools
import linecache
import re
from types import CodeType, TracebackType
from typing import Any

from tutor.clinic import kinds
from tutor.clinic.kinds import class_name, class_names, is_one, module_name, plain_text
from tutor.events import Evidence, ExceptionInfo, Frame

MESSAGE = 8000
"""Characters of a message that are kept: its head and its tail."""
TRACEBACK = 40000
NOTES = 8
CHAIN = 8
LEARNER_FRAMES = 24
LIBRARY_FRAMES = 80
FRAMES_WITH_VARIABLES = 4
SHOWN_FRAMES = 60

_REMOVED_FRAMES = ("UnfilteredStackTrace", "SimplifiedTraceback")
_CHATTER = ("For simplicity, JAX has removed", "--------------------")

_BASE = BaseException.__dict__
_SYNTAX = SyntaxError.__dict__

Entry = tuple[str, int, str, CodeType, TracebackType]
"""Of a traceback: file name, line, function, code, the entry itself."""


def of_exception(error: BaseException, filename: str, hidden_lines: int, source: str) -> Evidence:
    """Evidence of `error`, which the program `source`, compiled as `filename`, ended with.

    `hidden_lines` at its top are not the learner's; they are subtracted from every line.
    """
    try:
        return _of_exception(error, filename, hidden_lines, source)
    except BaseException:
        return Evidence(
            exceptions=(ExceptionInfo(name=class_name(type(error))),), filename=filename
        )


def _of_exception(error: BaseException, filename: str, hidden_lines: int, source: str) -> Evidence:
    if is_one(error, SyntaxError) and _own_syntax(error, filename):
        return _of_syntax(error, filename, hidden_lines, source)
    program = _Program(filename, hidden_lines, source)
    chain = _chain(error)
    infos = tuple(_info(one, program) for one in chain)
    line = next((info.frames[-1].line for info in infos if info.frames), 0)
    return Evidence(
        exceptions=infos,
        filename=filename,
        line=line,
        traceback=_shown(chain, program),
        details={
            "raised": _raised_in(error, filename),
            **_called(chain, filename),
            **kinds.near_name(error),
        },
    )


class _Program:
    """The learner's program, and how its lines are counted."""

    def __init__(self, filename: str, hidden: int, source: str) -> None:
        self.filename = filename
        self.hidden = hidden
        self.lines = source.split("\n")
        self.names = kinds.Names(source)

    def shown(self, line: int) -> int:
        return max(0, line - self.hidden)

    def text(self, line: int) -> str:
        return self.lines[line - 1].strip() if 0 < line <= len(self.lines) else ""

    def message(self, error: BaseException) -> str:
        """Its message, in which lines of the program are counted as the learner does."""
        text = _cut(kinds.message(error), MESSAGE)
        if not self.hidden or self.filename not in text:
            return text
        name = re.escape(self.filename)
        return re.sub(
            rf'({name}:|"{name}", line )(\d{{1,7}})',
            lambda found: found[1] + str(self.shown(int(found[2]))),
            text,
        )


# --- exceptions ------------------------------------------------------------------------------


def _chain(error: BaseException) -> list[BaseException]:
    """`error`, what it was raised from or during, and so on; the first of a group stands for it."""
    chain: list[BaseException] = []
    here: BaseException | None = error
    while here is not None and len(chain) < CHAIN and not any(here is one for one in chain):
        if class_name(type(here)) not in _REMOVED_FRAMES:
            chain.append(here)
        here = _before(here)
    return chain


def _before(error: BaseException) -> BaseException | None:
    before: BaseException | None
    if is_one(error, BaseExceptionGroup):
        inner = BaseExceptionGroup.__dict__["exceptions"].__get__(error)
        before = inner[0] if inner else None
        return before
    before = _BASE["__cause__"].__get__(error)
    if before is None and not _BASE["__suppress_context__"].__get__(error):
        before = _BASE["__context__"].__get__(error)
    return before


def _info(error: BaseException, program: _Program) -> ExceptionInfo:
    entries = _entries(error)
    own = [entry for entry in entries if entry[0] == program.filename]
    kept = (
        own
        if len(own) <= LEARNER_FRAMES
        else own[: LEARNER_FRAMES // 2] + own[-LEARNER_FRAMES // 2 :]
    )
    frames = tuple(
        _frame(entry, program, with_variables=len(kept) - index <= FRAMES_WITH_VARIABLES)
        for index, entry in enumerate(kept)
    )
    names = class_names(type(error))
    return ExceptionInfo(
        name=names[0],
        module=module_name(type(error)),
        bases=names[1:],
        message=program.message(error),
        notes=_notes(error),
        frames=frames,
        library=_library(entries, program.filename),
    )


def _entries(error: BaseException) -> list[Entry]:
    found: list[Entry] = []
    here = _BASE["__traceback__"].__get__(error)
    while here is not None:
        code = here.tb_frame.f_code
        found.append((code.co_filename, here.tb_lineno or 0, code.co_name, code, here))
        here = here.tb_next
    return found


def _frame(entry: Entry, program: _Program, *, with_variables: bool) -> Frame:
    _, line, function, code, traceback = entry
    first, last, column, end_column = _position(code, traceback, line)
    variables: dict[str, str] = {}
    if with_variables:
        frame = traceback.tb_frame
        spaces = (frame.f_locals, frame.f_globals)
        variables = program.names.kinds(first, last, spaces)
    return Frame(
        line=program.shown(line),
        function="" if function == "<module>" else plain_text(function, 200),
        source=program.text(line)[:500],
        end_line=program.shown(last),
        column=column,
        end_column=end_column,
        variables=variables,
    )


def _position(code: CodeType, traceback: TracebackType, line: int) -> tuple[int, int, int, int]:
    """First and last line and columns of the expression that failed."""
    index = traceback.tb_lasti // 2
    if index >= 0:
        found = next(itertools.islice(code.co_positions(), index, None), None)
        if found is not None:
            first, last, column, end_column = found
            if first is not None and last is not None:
                return (
                    first,
                    last,
                    -1 if column is None else column,
                    -1 if end_column is None else end_column,
                )
    return line, line, -1, -1


def _library(entries: list[Entry], filename: str) -> tuple[str, ...]:
    """Frames below the learner's first, as "module:function"; repeated ones once."""
    mine = [index for index, entry in enumerate(entries) if entry[0] == filename]
    start = mine[0] + 1 if mine else 0
    found: list[str] = []
    for name, _line, function, _code, traceback in entries[start:]:
        if name == filename:
            continue
        where = f"{_module(traceback)}:{plain_text(function, 100)}"
        if not found or found[-1] != where:
            found.append(where)
    if len(found) > LIBRARY_FRAMES:
        found = found[: LIBRARY_FRAMES // 2] + found[-LIBRARY_FRAMES // 2 :]
    return tuple(found)


def _raised_in(error: BaseException, filename: str) -> str:
    """Where it was raised: "own" in the learner's file, else "module:function", "" if unknown."""
    entries = _entries(error)
    if not entries:
        return ""
    name, _line, function, _code, traceback = entries[-1]
    return "own" if name == filename else f"{_module(traceback)}:{plain_text(function, 100)}"


def _called(chain: list[BaseException], filename: str) -> dict[str, str]:
    """What the learner's last line called, as "module:function"; nothing when it called none."""
    for error in chain:
        entries = _entries(error)
        mine = [index for index, entry in enumerate(entries) if entry[0] == filename]
        if mine:
            below = entries[mine[-1] + 1 :]
            where = f"{_module(below[0][4])}:{plain_text(below[0][2], 100)}" if below else ""
            return {"called": where} if where else {}
    return {}


def _module(traceback: TracebackType) -> str:
    name: Any = dict.get(traceback.tb_frame.f_globals, "__name__")
    return plain_text(name, 100) if is_one(name, str) else "?"


def _notes(error: BaseException) -> tuple[str, ...]:
    try:
        notes = object.__getattribute__(error, "__dict__").get("__notes__")
    except BaseException:
        return ()
    if type(notes) is not list:
        return ()
    texts = [plain_text(note, 1000) for note in notes[:NOTES] if is_one(note, str)]
    return tuple(text for text in texts if not text.startswith(_CHATTER))


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    head = limit * 3 // 4
    return text[:head] + "\n[...]\n" + text[-(limit - head) :]


# --- syntax ----------------------------------------------------------------------------------


def _own_syntax(error: BaseException, filename: str) -> bool:
    return bool(_SYNTAX["filename"].__get__(error) == filename)


def _of_syntax(error: BaseException, filename: str, hidden_lines: int, source: str) -> Evidence:
    program = _Program(filename, hidden_lines, source)
    line = _whole(_SYNTAX["lineno"].__get__(error))
    end_line = _whole(_SYNTAX["end_lineno"].__get__(error)) or line
    column = _whole(_SYNTAX["offset"].__get__(error)) - 1
    end_column = _whole(_SYNTAX["end_offset"].__get__(error)) - 1
    names = class_names(type(error))
    text = program.lines[line - 1] if 0 < line <= len(program.lines) else ""
    frame = Frame(
        line=program.shown(line),
        source=text.strip()[:500],
        end_line=program.shown(end_line),
        column=column,
        end_column=max(end_column, column + 1) if end_line == line and column >= 0 else -1,
    )
    said = _SYNTAX["msg"].__get__(error)
    message = plain_text(said, 1000) if is_one(said, str) else ""
    # "expected an indented block after 'if' statement on line 3"
    message = re.sub(
        r"( on line )(\d{1,7})$", lambda at: at[1] + str(program.shown(int(at[2]))), message
    )
    caret = f"    {text.strip()}\n    {' ' * max(0, column - _indent(text))}^\n" if text else ""
    return Evidence(
        kind="syntax",
        exceptions=(
            ExceptionInfo(name=names[0], bases=names[1:], message=message, frames=(frame,)),
        ),
        filename=filename,
        line=frame.line,
        traceback=f'  File "{filename}", line {frame.line}\n{caret}{names[0]}: {message}\n',
    )


def _whole(value: Any) -> int:
    return value if type(value) is int and value > 0 else 0


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


# --- the text of the traceback ---------------------------------------------------------------

_BECAUSE = "\nThe above exception was the direct cause of the following exception:\n\n"
_DURING = "\nDuring handling of the above exception, another exception occurred:\n\n"


def _shown(chain: list[BaseException], program: _Program) -> str:
    """As Python would print it, with the learner's own line numbers."""
    parts: list[str] = []
    for index in range(len(chain) - 1, -1, -1):
        parts.append(_shown_one(chain[index], program))
        if index:
            after = chain[index - 1]
            cause = _BASE["__cause__"].__get__(after)
            parts.append(_BECAUSE if cause is chain[index] else _DURING)
    return _cut("".join(parts), TRACEBACK)


def _shown_one(error: BaseException, program: _Program) -> str:
    entries = _entries(error)
    mine = [index for index, entry in enumerate(entries) if entry[0] == program.filename]
    entries = entries[mine[0] :] if mine else entries
    lines = ["Traceback (most recent call last):\n"] if entries else []
    left_out = len(entries) - SHOWN_FRAMES
    for index, (name, line, function, _code, _traceback) in enumerate(entries):
        if left_out > 0 and SHOWN_FRAMES // 2 <= index < SHOWN_FRAMES // 2 + left_out:
            if index == SHOWN_FRAMES // 2:
                lines.append(f"  [... {left_out} more frames ...]\n")
            continue
        own = name == program.filename
        text = program.text(line) if own else linecache.getline(name, line).strip()
        number = program.shown(line) if own else line
        lines.append(f'  File "{name}", line {number}, in {function}\n')
        if text:
            lines.append(f"    {text[:500]}\n")
    message = program.message(error)
    name = class_names(type(error))[0]
    module = module_name(type(error))
    full = name if module in ("builtins", "__main__") else f"{module}.{name}"
    lines.append(f"{full}: {message}\n" if message else f"{full}\n")
    lines += [f"{note}\n" for note in _notes(error)]
    return "".join(lines)
