"""A traceback as text, from anywhere, turned into evidence.

Knows what Python prints: chained exceptions, frames with and without their source line, the marks
under an expression, syntax errors; also with colours, after other output, with a prefix that a log
puts before each line, and as IPython and pytest print it.
"""

from __future__ import annotations

import builtins
import re
from dataclasses import dataclass, field

from tutor.clinic.pasted_forms import plain_lines
from tutor.events import Evidence, ExceptionInfo, Frame

LONGEST = 2_000_000
_LIBRARY = re.compile(
    r"site-packages[/\\]|dist-packages[/\\]|[/\\]lib[/\\]python3|[/\\]python3\.\d+[/\\]|<frozen |"
    r"[/\\]Python\d+[/\\]Lib[/\\]|[/\\]jax[/\\]_src[/\\]|[/\\]runfiles[/\\]"
)
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\r")
_FRAME = re.compile(r'^\s*File "(?P<file>[^"\n]+)", line (?P<line>\d+)(?:, in (?P<function>.+))?$')
_IPYTHON = re.compile(
    r"^(?:File |Cell |Input )?(?P<file>\S.*?)(?::(?P<line>\d+))?,? in (?P<function>[^(\n]+)\(.*\)$"
)
_CELL = re.compile(
    r"^(?:Cell |Input )(?P<file>In ?\[\d+\]), line (?P<line>\d+)(?:, in (?P<function>[^(\n]+).*)?$"
)
_PLACE = re.compile(r"^File (?P<file>\S.*\.py):(?P<line>\d+)(?P<function>)$")
_ARROW = re.compile(r"^-+> (?P<line>\d+) ?(?P<source>.*)$")
_ERROR = re.compile(r"^(?P<name>[A-Za-z_][\w.]*)(?:: (?P<message>.*)|:?)$")
_START = "Traceback (most recent call last)"
_JOINTS = (
    "The above exception was the direct cause of the following exception:",
    "During handling of the above exception, another exception occurred:",
)
_REMOVED = ("UnfilteredStackTrace", "SimplifiedTraceback", "JaxStackTraceBeforeTransformation")
_MARKS = re.compile(r"^\s*[\^~]+\s*$")


@dataclass
class _Entry:
    file: str
    line: int
    function: str
    source: str = ""

    @property
    def library(self) -> bool:
        return bool(_LIBRARY.search(self.file))

    @property
    def module(self) -> str:
        """The frame's module, read off its path: "jax._src.core"."""
        path = re.split(r"(?:site|dist)-packages[/\\]|python3[.\d]*[/\\]|runfiles[/\\]", self.file)[
            -1
        ]
        return re.sub(r"[/\\]", ".", path).removesuffix(".py").removesuffix(".__init__").strip(".")


@dataclass
class _Raised:
    entries: list[_Entry] = field(default_factory=list)
    name: str = ""
    message: list[str] = field(default_factory=list)


def evidence_of(text: str) -> Evidence | None:
    """The evidence in `text`, or None when there is no Python exception in it."""
    lines = plain_lines(_CONTROL.sub("", text[-LONGEST:]).split("\n"))
    chain = [one for one in _read(lines) if one.name and one.name not in _REMOVED]
    if not chain:
        return None
    chain.reverse()
    infos = tuple(_info(one) for one in chain[:8])
    first = chain[0]
    kind = (
        "syntax" if first.name in ("SyntaxError", "IndentationError", "TabError") else "exception"
    )
    own = next((info.frames[-1] for info in infos if info.frames), None)
    last = first.entries[-1] if first.entries else None
    raised = "" if last is None else f"{last.module}:{last.function}" if last.library else "own"
    return Evidence(
        kind="syntax" if kind == "syntax" else "exception",
        exceptions=infos,
        filename=_file(chain),
        line=own.line if own else 0,
        traceback="\n".join(lines)[-40_000:],
        details={"raised": raised, **_called(chain)},
    )


def _file(chain: list[_Raised]) -> str:
    for one in chain:
        for entry in reversed(one.entries):
            if not entry.library:
                return entry.file
    return "snippet.py"


def _called(chain: list[_Raised]) -> dict[str, str]:
    """What the learner's last line called, as far as the frames are there."""
    for one in chain:
        mine = [index for index, entry in enumerate(one.entries) if not entry.library]
        if mine:
            below = one.entries[mine[-1] + 1 :]
            return {"called": f"{below[0].module}:{below[0].function}"} if below else {}
    return {}


def _info(one: _Raised) -> ExceptionInfo:
    module, _, name = one.name.rpartition(".")
    frames = tuple(
        Frame(line=entry.line, function=entry.function, source=entry.source, end_line=entry.line)
        for entry in one.entries
        if not entry.library
    )
    mine = [index for index, entry in enumerate(one.entries) if not entry.library]
    below = one.entries[mine[0] + 1 :] if mine else one.entries
    return ExceptionInfo(
        name=name,
        module=module or "builtins",
        bases=_bases(name),
        message="\n".join(one.message).strip()[:8000],
        frames=frames[-24:],
        library=tuple(f"{e.module}:{e.function}" for e in below if e.library)[-80:],
    )


_JAX_BASES = {
    "TracerBoolConversionError": ("ConcretizationTypeError", "TypeError"),
    "ConcretizationTypeError": ("TypeError",),
    "TracerArrayConversionError": ("TypeError",),
    "TracerIntegerConversionError": ("TypeError",),
    "UnexpectedTracerError": ("TypeError",),
    "KeyReuseError": ("TypeError",),
    "NonConcreteBooleanIndexError": ("IndexError",),
    "JaxRuntimeError": ("RuntimeError",),
    "XlaRuntimeError": ("RuntimeError",),
}


def _bases(name: str) -> tuple[str, ...]:
    known = getattr(builtins, name, None)
    if isinstance(known, type) and issubclass(known, BaseException):
        return tuple(cls.__name__ for cls in known.__mro__[1:-1])
    return _JAX_BASES.get(name, ())


# --- reading ---------------------------------------------------------------------------------


def _read(lines: list[str]) -> list[_Raised]:
    """Exceptions in the order in which they stand; of several tracebacks the last chain."""
    found: list[_Raised] = []
    here: _Raised | None = None
    message_of: _Raised | None = None
    for index, raw in enumerate(lines):
        line = raw.strip()
        if _START in line:
            if not _joined(lines, index):
                found = []
            here, message_of = _Raised(), None
            continue
        entry = _frame(raw)
        if entry is not None:
            if here is None:
                here = _Raised()
            here.entries.append(entry)
            message_of = None
            continue
        if any(joint in line for joint in _JOINTS):
            here, message_of = _Raised(), None
            continue
        if here is not None and here.entries and not here.name:
            if _source(here.entries[-1], raw):
                continue
            error = _ERROR.match(line)
            if error and _is_error(error["name"]):
                here.name = error["name"]
                here.message = [error["message"] or ""]
                found.append(here)
                message_of, here = here, None
            continue
        if message_of is not None:
            if _ends_message(raw, message_of):
                message_of = None
            else:
                message_of.message.append(raw.rstrip())
            continue
        error = _ERROR.match(line)
        if error and _is_error(error["name"]) and not found and not raw.startswith(" "):
            lone = _Raised(name=error["name"], message=[error["message"] or ""])
            found.append(lone)
            message_of = lone
    return found


def _joined(lines: list[str], index: int) -> bool:
    """Whether a traceback goes on the chain before it."""
    for line in reversed(lines[max(0, index - 4) : index]):
        if any(joint in line for joint in _JOINTS):
            return True
        if line.strip():
            return False
    return False


def _frame(raw: str) -> _Entry | None:
    match = _FRAME.match(raw) or _CELL.match(raw) or _PLACE.match(raw)
    if match:
        function = match["function"] or ""
        name = "" if function == "<module>" else function
        return _Entry(match["file"], int(match["line"]), name)
    match = _IPYTHON.match(raw)
    if match and (match["line"] or "<" in match["file"] or "In[" in match["file"]):
        name = match["function"].strip()
        line = int(match["line"] or 0)
        return _Entry(match["file"].strip(), line, "" if name == "<module>" else name)
    return None


def _source(entry: _Entry, raw: str) -> bool:
    """Takes the source line of a frame, and the marks below it."""
    arrow = _ARROW.match(raw)
    if arrow:
        entry.line, entry.source = int(arrow["line"]), arrow["source"].strip()
        return True
    if re.match(r"^\s+\d+ ", raw) and not raw.lstrip().startswith("File"):
        return True
    if not raw.startswith((" ", "\t")):
        return False
    if not entry.source and not _MARKS.match(raw):
        entry.source = raw.strip()
    return True


def _is_error(name: str) -> bool:
    last = name.rpartition(".")[2]
    return last.endswith(("Error", "Exception", "Interrupt", "Exit", "Warning", "StackTrace")) or (
        isinstance(getattr(builtins, last, None), type)
        and issubclass(getattr(builtins, last), BaseException)
    )


def _ends_message(raw: str, one: _Raised) -> bool:
    """Whether a line after the message belongs to something else (a shell prompt, a log)."""
    if raw.startswith("--------------------"):
        return True
    return len(one.message) > 200
