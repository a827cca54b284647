"""Bytes from a program to text that is safe to draw.

Valid UTF-8 stays, other bytes show as backslash escapes. Colour sequences (SGR), newline and tab
stay; every other control character and every other terminal sequence goes. A carriage return
starts a new line, so that progress bars stay readable. Characters that turn the direction of what
follows, or that break lines in some widgets only, show as backslash escapes: text is read as it
is stored.
"""

from __future__ import annotations

import codecs
import re

_HELD = 4096
"""Longest unfinished sequence that waits for its end; what is longer is dropped piece by piece."""

_SEQUENCE = re.compile(
    r"\r\n?"
    r"|\x1b\[[0-?]*[ -/]*[@-~]"  # CSI
    r"|\x1b[\]PX^_](?:[^\x07\x1b\x9c]|\x1b(?!\\))*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS, SOS, PM, APC
    r"|\x1b[ -/]*[0-~]"
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f]"
)
_SUSPECT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_TURNING = re.compile("[\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb]")
"""Marks, embeddings, overrides and isolates of direction, and separators of lines."""
_COLOUR = re.compile(r"\x1b\[[0-9;:]{0,64}m")
_UNFINISHED = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*|[\]PX^_](?:[^\x07\x1b\x9c]|\x1b(?!\\))*\x1b?|[ -/]*)?\Z|\r\Z"
)


def _kept(match: re.Match[str]) -> str:
    found = match[0]
    if found[0] == "\r":
        return "\n"
    return found if _COLOUR.fullmatch(found) else ""


def _visible(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


_HIDDEN = re.compile(rf"{_SUSPECT.pattern}|{_TURNING.pattern}")


def visible(text: str) -> str:
    """`text` with everything that is no text, colours too, as backslash escapes."""
    return _HIDDEN.sub(lambda found: ascii(found[0])[1:-1], text)


class Cleaner:
    """One stream; characters and sequences may be cut anywhere between two pieces."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("backslashreplace").decode
        self._held = ""

    def feed(self, data: bytes, final: bool = False) -> str:
        text = self._decode(data, final)
        if not text.isascii():
            text = _TURNING.sub(_visible, text)
        if self._held:
            text, self._held = self._held + text, ""
        if not _SUSPECT.search(text):
            return text
        if tail := _UNFINISHED.search(text):
            if not final and len(text) - tail.start() <= _HELD:
                self._held = text[tail.start() :]
            if not final or tail[0] != "\r":
                text = text[: tail.start()]
        return _SEQUENCE.sub(_kept, text)
