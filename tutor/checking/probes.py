"""The probe cell's surroundings, in the running worker.

A probe sees the learner's globals through `learner` (reading and replacing them) and has two
helpers, `spy` and `replaced`. It runs beside the learner's code and holds no secret.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

from tutor.course.preamble import LINES


class NoSuchName(Exception):
    """The learner's program has no such top-level name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class View:
    """The learner's globals as attributes."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        object.__setattr__(self, "_namespace", namespace)

    def __getattr__(self, name: str) -> Any:
        try:
            return self._namespace[name]
        except KeyError:
            raise NoSuchName(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self._namespace[name] = value

    def __delattr__(self, name: str) -> None:
        self._namespace.pop(name, None)


_MISSING = object()


def load(code: str, filename: str, line: int, namespace: dict[str, Any]) -> dict[str, Any]:
    """The names of the probe cell, whose first line is `line` of `filename`."""

    @contextlib.contextmanager
    def replaced(**values: Any) -> Iterator[None]:
        """Other values for globals of the learner's, for a while."""
        before = {name: namespace.get(name, _MISSING) for name in values}
        namespace.update(values)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is _MISSING:
                    namespace.pop(name, None)
                else:
                    namespace[name] = value

    @contextlib.contextmanager
    def spy(name: str) -> Iterator[list[tuple[Any, ...]]]:
        """The arguments of each call of the learner's global function `name`, for a while."""
        function: Callable[..., Any] = getattr(View(namespace), name)
        calls: list[tuple[Any, ...]] = []

        @functools.wraps(function)
        def record(*args: Any, **kwargs: Any) -> Any:
            calls.append(args)
            return function(*args, **kwargs)

        with replaced(**{name: record}):
            yield calls

    names: dict[str, Any] = {
        "__name__": "probe",
        "learner": View(namespace),
        "replaced": replaced,
        "spy": spy,
    }
    exec("\n".join(LINES), names)
    exec(compile("\n" * (line - 1) + code, filename, "exec"), names)
    return names
