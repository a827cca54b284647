"""Lessons parsed and laid out once, kept between starts: the parser of Markdown alone takes longer
to load than a page takes to draw.

A file holds one lesson in one language with the signature of everything that it was made from;
anything that does not fit is made anew. Only the classes of the course model are ever built
from it.
"""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from tutor import __version__, paths

T = TypeVar("T")

_MODULES = ("tutor.course.model", "tutor.course.skim", "tutor.course.loading")
_CODE = ("course/*.py", "tui/prose.py", "tui/python.py", "tui/look.py", "tui/ready.py")


class _Reader(pickle.Unpickler):
    """Builds nothing but what a course is made of."""

    def find_class(self, module: str, name: str) -> Any:
        if module in _MODULES and "." not in name and name[:1].isupper():
            return super().find_class(module, name)
        if module.partition(".")[0] == "pathlib" and name == "PosixPath":
            return Path
        raise pickle.UnpicklingError(f"{module}.{name} has no place here")


def signature(files: Iterable[Path]) -> tuple[Any, ...]:
    """What changes when one of `files`, or the code that reads them, changes."""
    package = paths.package_dir()
    code = [path for pattern in _CODE for path in package.glob(pattern)]
    return (__version__, sys.version_info[:2], *(_stat(path) for path in [*files, *sorted(code)]))


def _stat(path: Path) -> tuple[str, int, int]:
    try:
        found = path.stat()
    except OSError:
        return str(path), 0, 0
    return str(path), found.st_mtime_ns, found.st_size


def _file(name: str) -> Path:
    return paths.cache_dir() / "pages" / f"{name}.bin"


def read(name: str, signed: tuple[Any, ...], kind: type[T]) -> T | None:
    """What was kept under `name`, when it was made from the same; else None."""
    try:
        kept = _Reader(io.BytesIO(_file(name).read_bytes())).load()
        mark, value = kept
    except Exception:
        # A damaged file may raise anything; it only means that the page is made anew.
        return None
    return value if mark == signed and isinstance(value, kind) else None


def keep(name: str, signed: tuple[Any, ...], value: object) -> None:
    """Keep `value` under `name`. A cache that cannot be written is no cache."""
    import tempfile

    path = _file(name)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=".")
        try:
            with os.fdopen(handle, "wb") as file:
                pickle.dump((signed, value), file, protocol=5)
            Path(fresh).replace(path)
        except BaseException:
            Path(fresh).unlink(missing_ok=True)
            raise


def through(name: str, files: Iterable[Path], kind: type[T], make: Callable[[], T]) -> T:
    """What was kept, or what `make` makes; that is kept then."""
    signed = signature(files)
    found = read(name, signed, kind)
    if found is None:
        found = make()
        keep(name, signed, found)
    return found
