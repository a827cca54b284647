"""Running a learner's program as `python FILE` would, and saying how it ended."""

from __future__ import annotations

import atexit
import errno
import linecache
import sys
import threading
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tutor.clinic import refusals
from tutor.clinic.evidence import of_exception
from tutor.events import Evidence
from tutor.runner import sandbox


@dataclass(frozen=True)
class Program:
    code: str
    filename: str
    hidden_lines: int
    args: tuple[str, ...] = ()


Bound = Literal["memory", "threads", "scratch"]


@dataclass(frozen=True)
class Ending:
    """`error` is the exception that ended it, if any; a SystemExit is not kept as an error."""

    error: BaseException | None = None
    exit_code: int = 0
    evidence: Evidence | None = None
    bound: Bound | None = None
    """What was not to be had any more."""

    @property
    def ok(self) -> bool:
        return self.error is None and self.exit_code == 0


def execute(program: Program) -> tuple[dict[str, Any], Ending]:
    """Run it in a fresh `__main__`; the namespace that it leaves, and how it ended."""
    import jax

    module = types.ModuleType("__main__")
    module.__dict__.update(__file__=program.filename, __builtins__=__builtins__)
    sys.modules["__main__"] = module
    sys.argv = [program.filename, *program.args]
    lines = program.code.splitlines(keepends=True)
    linecache.cache[program.filename] = (len(program.code), None, lines, program.filename)
    sys.excepthook = sys.__excepthook__
    error: BaseException | None = None
    try:
        code = compile(program.code, program.filename, "exec", dont_inherit=True)
        exec(code, module.__dict__)
        # What was dispatched may still print, log or fail.
        jax.effects_barrier()  # type: ignore[no-untyped-call]
    except BaseException as raised:
        error = raised
    return module.__dict__, _ending(error, program)


def wind_up() -> None:
    """What the interpreter does at its end: wait for threads, then run what was registered."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            continue


def _ending(error: BaseException | None, program: Program) -> Ending:
    if error is None:
        return Ending()
    if isinstance(error, SystemExit):
        return Ending(exit_code=_exit_code(error))
    evidence = of_exception(error, program.filename, program.hidden_lines, program.code)
    evidence = refusals.marked(evidence, sandbox.given())
    try:
        bound = _bound(error)
    except BaseException:
        # Its class or its text is not what it seems to be.
        bound = None
    return Ending(error, 1, evidence, bound)


def _exit_code(error: SystemExit) -> int:
    if error.code is None:
        return 0
    if isinstance(error.code, int):
        return max(-(1 << 31), min(error.code, (1 << 31) - 1))
    print(error.code, file=sys.stderr)
    return 1


def _bound(error: BaseException) -> Bound | None:
    """The bound that `error` comes from, if it does."""
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, OSError):
        # The kernel's bound on one file.
        return "scratch" if error.errno == errno.EFBIG else None
    name = type(error).__name__
    if name in ("JaxRuntimeError", "XlaRuntimeError") and "RESOURCE_EXHAUSTED" in str(error):
        return "memory"
    if name == "RuntimeError" and str(error) == "can't start new thread":
        return "threads"
    return None


def beside(program: Program, readable: tuple[str, ...]) -> None:
    """Let a program import what lies beside its file, where it may read it."""
    folder = Path(program.filename).parent
    if folder.is_absolute() and any(folder.is_relative_to(path) for path in readable):
        sys.path.insert(0, str(folder))
