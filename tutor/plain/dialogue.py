"""Lines out, lines in: a terminal of any kind, or pipes."""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
import threading
from collections.abc import Iterable
from typing import TextIO

from tutor.locale import translator
from tutor.plain.telling import without_colours

_ = translator("plain")

WIDEST = 100
PIPE_WIDTH = 78
PLAINER = str.maketrans(
    {
        "…": "...", "“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "×": "x",
        "±": "+-", "µ": "u", "→": "->", "≥": ">=", "≤": "<=", "•": "-", "·": "-", "²": "^2",
        "−": "-", "\u00a0": " ",
    }
)  # fmt: skip


class Left(Exception):
    """The learner is gone: end of the input, or ctrl+c twice."""


def _until_typed(terminal: int) -> None:
    """Wait for a line. Raises KeyboardInterrupt at ctrl+c, whenever it comes.

    A signal that arrives just before a read, while another thread has the interpreter, would not
    wake that read: so it is a byte in a pipe that wakes us.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    wakes, woken = os.pipe()
    os.set_blocking(woken, False)
    before = signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    try:
        select.select([terminal, wakes], [], [])
    finally:
        signal.set_wakeup_fd(before)
        os.close(wakes)
        os.close(woken)


class Dialogue:
    """Says lines and asks for them. Nothing that it writes moves a cursor or sets a colour."""

    def __init__(
        self, source: TextIO | None = None, target: TextIO | None = None, *, unicode: bool = True
    ) -> None:
        self._source = source if source is not None else sys.stdin
        self._target = target if target is not None else sys.stdout
        self._unicode = unicode
        self._interrupted = False
        for stream, errors in ((self._source, "replace"), (self._target, "replace")):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors=errors)

    @property
    def interactive(self) -> bool:
        """Whether a person types: then what is typed shows by itself."""
        return self._source.isatty()

    @property
    def cells(self) -> int:
        """How wide lines may be."""
        if not self._target.isatty():
            return PIPE_WIDTH
        return max(20, min(WIDEST, shutil.get_terminal_size().columns - 1))

    def say(self, *lines: str) -> None:
        """Write lines."""
        self.write("".join(line + "\n" for line in lines))

    def say_all(self, lines: Iterable[str]) -> None:
        self.say(*lines)

    def write(self, text: str) -> None:
        """Write text; escape sequences go, what the terminal cannot show is replaced."""
        text = without_colours(text)
        if not self._unicode:
            text = text.translate(PLAINER)
        try:
            self._target.write(text)
            self._target.flush()
        except BrokenPipeError:
            raise Left from None

    def ask(self, prompt: str = "> ") -> str:
        """A line that the learner types, without its end. Raises Left."""
        try:
            self.write(prompt)
            if self.interactive:
                _until_typed(self._source.fileno())
            line = self._source.readline()
        except KeyboardInterrupt:
            self.interrupted()
            return ""
        self._interrupted = False
        if not line:
            self.say("")
            raise Left
        if not self.interactive:
            # The transcript of a pipe would otherwise go on behind the prompt.
            self.say(line.rstrip("\r\n"))
        return line.rstrip("\r\n")

    def interrupted(self) -> None:
        """Somebody pressed ctrl+c while nothing ran; the second time in a row raises Left."""
        self.say("")
        if self._interrupted:
            raise Left
        self._interrupted = True
        self.say(_("Type q to leave."))

    def agrees(self, question: str) -> bool:
        """Whether the answer is y (or 是); anything else is a no."""
        return self.ask(question + " ").strip().lower() in ("y", "yes", "是", "好")
