"""Runs programs one after another, each in a fork, and prints what is noticed of it as a JSON line.

Called as a program with `--hidden N` and the paths of the programs. As in the runner's worker
what is slow is imported once; the second run has time enough, so that a busy machine decides
nothing.
"""

from __future__ import annotations

import os
import sys
import tempfile
import types
import warnings
from pathlib import Path

os.environ.update(JAX_TRACEBACK_FILTERING="off", JAX_PLATFORMS="cpu")

import jax
import msgspec
import optax  # noqa: F401
from flax import linen, nnx  # noqa: F401

import tutor.kit  # noqa: F401
from tutor.clinic.silent import look
from tutor.events import Evidence
from tutor.kit import sink

FILENAME = "snippet.py"
look.LONGEST = 60.0


class Heard:
    """Standard output that the look hears of."""

    encoding = "utf-8"

    def __init__(self, watch: look.Look) -> None:
        self._watch = watch

    def write(self, text: str) -> int:
        self._watch.add(text.encode("utf-8", "replace"))
        return len(text)

    def flush(self) -> None:
        return

    def isatty(self) -> bool:
        return False


def noticed(source: str, hidden: int) -> list[Evidence]:
    """What a look finds after `source` ran well; an empty list when it raised."""
    module = types.ModuleType("__main__")
    module.__dict__["__file__"] = FILENAME
    sys.modules["__main__"] = module
    found: list[Evidence] = []
    watch = look.Look(FILENAME, hidden, source)
    watch.begin()
    sys.stdout = Heard(watch)  # type: ignore[assignment]
    sink.set_sink(lambda event: None)
    exec(compile(source, FILENAME, "exec", dont_inherit=True), module.__dict__)
    jax.effects_barrier()
    watch.tell(module.__dict__, 60.0, frozenset(), found.append, over=lambda: None)
    return found


def in_a_fork(path: Path, hidden: int) -> bytes:
    # What a program writes goes away with its folder.
    with tempfile.TemporaryDirectory() as folder:
        return _in_a_fork(path.resolve(), hidden, folder)


def _in_a_fork(path: Path, hidden: int, folder: str) -> bytes:
    receiver, sender = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(receiver)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        os.chdir(folder)
        try:
            text = msgspec.json.encode(noticed(path.read_text(encoding="utf-8"), hidden))
        except BaseException:
            text = msgspec.json.encode([Evidence(kind="silent", silent="raised")])
        with os.fdopen(sender, "wb") as pipe:
            pipe.write(text)
        os._exit(0)
    os.close(sender)
    with os.fdopen(receiver, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return data or msgspec.json.encode([Evidence(kind="silent", silent="died")])


if __name__ == "__main__":
    warnings.simplefilter("ignore", RuntimeWarning)
    for argument in sys.argv[3:]:
        print(in_a_fork(Path(argument), int(sys.argv[2])).decode(), flush=True)
