"""Every error that jax-tutor raises on purpose, as one tree.

TutorError                      exit code 1
├── UsageError                  2   the command or its arguments are wrong
│   ├── UnknownId               2   no such lesson, step or course; carries the nearest ones
│   └── NoTerminal              2   the app needs a terminal; `--plain` does not
├── CourseError                 1   a lesson or exercise is not in order; carries file and line
├── SettingsError               2   config.toml or a flag has a wrong value; carries file and key
├── StoreError                  1   the progress store
│   ├── StoreTooNew             1   written by a newer version; left untouched
│   ├── StoreUnavailable        1   folder unwritable or disk full
│   └── NotAnExport             1   `import` got something else; nothing was changed
└── RunnerError                 1   the host
    ├── HostFailed              1   did not start, or ended; carries the end of its stderr
    ├── ProtocolError           1   a line that is not an event
    └── Unconfined              126 a protection that is required is missing

Each message says what was expected and what to do; `str(error)` is what a person reads.
"""

from __future__ import annotations

from pathlib import Path


class TutorError(Exception):
    """Base of the tree. `exit_code` is what the command line returns for it."""

    exit_code = 1


class UsageError(TutorError):
    exit_code = 2


class UnknownId(UsageError):
    """No such id; `nearest` are the ids that look most like it, best first."""

    def __init__(self, message: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.nearest = nearest


class NoTerminal(UsageError):
    pass


class CourseError(TutorError):
    """Something in a course is not in order.

    `path` and `line` (1-based; 0 when the file as a whole is meant) say where, `advice` what to do.
    """

    def __init__(self, path: Path, line: int, message: str, advice: str = "") -> None:
        self.path, self.line, self.message, self.advice = path, line, message, advice
        place = f"{path}:{line}" if line else str(path)
        # Nothing stands behind a Chinese full stop.
        space = "" if not advice or message.endswith("。") else " "
        super().__init__(f"{place}: {message}{space}{advice}")


class SettingsError(TutorError):
    """A setting has a wrong value or name. `path` is None when it came from a flag or a caller."""

    exit_code = 2

    def __init__(
        self, message: str, path: Path | None = None, line: int = 0, key: str = ""
    ) -> None:
        super().__init__(message)
        self.path, self.line, self.key = path, line, key


class StoreError(TutorError):
    pass


class StoreTooNew(StoreError):
    pass


class StoreUnavailable(StoreError):
    pass


class NotAnExport(StoreError):
    pass


class RunnerError(TutorError):
    pass


class HostFailed(RunnerError):
    """The host did not start or ended; `stderr_tail` is the end of what it said."""

    def __init__(self, message: str, stderr_tail: str = "") -> None:
        super().__init__(message)
        self.stderr_tail = stderr_tail


class ProtocolError(RunnerError):
    pass


class Unconfined(RunnerError):
    exit_code = 126
