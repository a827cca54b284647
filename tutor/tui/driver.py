"""Textual's driver for Linux and macOS, with two faults guarded.

Bytes that are no UTF-8 must not end the app, and a terminal that is gone must.
"""

from __future__ import annotations

import os
import selectors
from codecs import getincrementaldecoder
from io import TextIOWrapper
from typing import TYPE_CHECKING, cast

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.messages import ExitApp

if TYPE_CHECKING:
    from textual.app import App

WAIT = 0.1
"""Seconds between two looks at whether the app ends; also the pace of the parser's time-outs."""


class _Screen:
    """A terminal to write to; when it is gone, nothing happens. The thread that writes must not
    end, or the app would wait for it for ever."""

    def __init__(self, file: TextIOWrapper) -> None:
        self._file = file
        self.gone = False

    def write(self, text: str) -> None:
        if not self.gone:
            try:
                self._file.write(text)
            except (OSError, ValueError):
                self.gone = True

    def flush(self) -> None:
        if not self.gone:
            try:
                self._file.flush()
            except (OSError, ValueError):
                self.gone = True

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return self._file.isatty()


class TutorDriver(LinuxDriver):
    """Reads keys with a decoder that replaces what is no UTF-8; leaves when the terminal does."""

    def __init__(
        self,
        app: App[object],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        assert self._file is not None
        self._file = cast("TextIOWrapper", _Screen(self._file))

    def run_input_thread(self) -> None:
        decode = getincrementaldecoder("utf-8")("replace").decode
        parser = XTermParser(self._debug)
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(WAIT):
                    data = self._read()
                    if not data:
                        self._gone()
                        return
                    for event in parser.feed(decode(data)):
                        self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def _gone(self) -> None:
        """Nothing can be read any more: the window was closed."""
        if not self.exit_event.is_set():
            self.send_message(ExitApp())
