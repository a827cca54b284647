"""Reading the files of a course, which anybody may have written.

A file is a regular UTF-8 text of bounded size inside its course; everything else is refused with
a `CourseError` that says where and what to do. Nothing of a course is ever imported or executed.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path

from tutor.errors import CourseError
from tutor.locale import translator

_ = translator("course")

MAX_BYTES = 1 << 20
"""Of one file of text. The longest lesson is some 30 KB."""

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]")


def is_id(text: str) -> bool:
    """Whether `text` is kebab-case: small letters and digits, in words joined by single hyphens."""
    return len(text) <= 60 and _ID.fullmatch(text) is not None


def nearest(word: str, known: Iterable[str], count: int = 3) -> tuple[str, ...]:
    """Those of `known` that look most like `word`, best first."""
    import difflib  # only mistakes need it, and the app starts without any

    return tuple(difflib.get_close_matches(word, sorted(known), n=count, cutoff=0.5))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Advice for an unknown word: the nearest known one, or all of them."""
    known = sorted(known)
    close = nearest(word, known, 1)
    if close:
        return _("Did you mean {name}?").format(name=close[0])
    if known:
        return _("There are: {names}.").format(names=", ".join(known))
    return ""


def digest(text: str) -> str:
    """A short hash of `text`: 12 hexadecimal digits."""
    import hashlib  # an outline needs none, and OpenSSL takes its time

    return hashlib.sha256(text.encode()).hexdigest()[:12]


def inside(path: Path, root: Path) -> bool:
    """Whether `path`, links followed, lies in `root`."""
    return path.resolve().is_relative_to(root.resolve())


def read_source(path: Path, root: Path) -> str:
    """The text of `path`, which must lie in the folder `root`; line ends become newlines.

    Raises CourseError: missing, a link out of the course, no regular file, longer than
    `MAX_BYTES`, not UTF-8, or holding control characters.
    """
    try:
        if not inside(path, root):
            raise CourseError(
                path,
                0,
                _("this is a link out of the course."),
                _("A course holds all its files itself: put a copy here."),
            )
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise CourseError(path, 0, _("this is not a file."), _("A text file is expected here."))
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        raise CourseError(path, 0, _("there is no such file.")) from None
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CourseError(path, 0, _("cannot be read: {reason}.").format(reason=reason)) from None
    if len(data) > MAX_BYTES:
        raise CourseError(
            path,
            0,
            _("{size} bytes; at most {limit} are read.").format(
                size=max(size, len(data)), limit=MAX_BYTES
            ),
            _("Split the lesson; what snippets read goes into the data folder."),
        )
    return _decode(data, path)


def _decode(data: bytes, path: Path) -> str:
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CourseError(
            path,
            line,
            _("byte 0x{byte:02x} is not UTF-8.").format(byte=data[error.start]),
            _("Save the file as UTF-8."),
        ) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    found = _CONTROL.search(text)
    if found:
        raise CourseError(
            path,
            text.count("\n", 0, found.start()) + 1,
            _("control character U+{code:04X}.").format(code=ord(found.group())),
            _("Remove it: a terminal would obey it."),
        )
    return text
