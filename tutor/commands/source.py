"""The program of a command: a file's text, or what comes by standard input."""

from __future__ import annotations

import io
import sys
import tokenize
from pathlib import Path

from tutor.errors import UsageError
from tutor.locale import translator

_ = translator("runner")


def program(file: str) -> tuple[str, str]:
    """The text of `file` ("-" for standard input), and its name in messages.

    Raises UsageError.
    """
    name = "<stdin>" if file == "-" else file
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(
            _("Cannot read {file}: {reason}.").format(file=file, reason=reason)
        ) from None
    return _text(data, name), name


def _text(data: bytes, name: str) -> str:
    """Python source as text, by the encoding that it declares."""
    try:
        encoding, _lines = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        # Also raised when the first lines are not in the encoding that nobody declared.
        if error.msg.startswith("unknown encoding"):
            raise UsageError(
                _("{file} is not Python source text: {reason}.").format(file=name, reason=error.msg)
            ) from None
        encoding = "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UsageError(
            _("{file}:{line}: byte 0x{byte:02x} is not UTF-8. Save the file as UTF-8.").format(
                file=name, line=data.count(b"\n", 0, error.start) + 1, byte=data[error.start]
            )
        ) from None
    return io.IncrementalNewlineDecoder(None, translate=True).decode(text, final=True)
