"""Runs programs one after another, each in a fork, and prints its evidence as a JSON line.

Called as a program with the paths of the programs; like the runner's worker it imports what is slow
once, and keeps JAX's own frames.
"""

from __future__ import annotations

import os
import sys
import types
import warnings
from pathlib import Path

os.environ.update(JAX_TRACEBACK_FILTERING="off", JAX_PLATFORMS="cpu")
warnings.simplefilter("ignore")

import jax  # noqa: E402, F401
import msgspec  # noqa: E402
import optax  # noqa: E402, F401

from tutor.clinic.evidence import of_exception  # noqa: E402

FILENAME = "snippet.py"


def evidence_of(source: str, hidden: int = 0) -> msgspec.Raw | None:
    """Runs `source` as the main program; its evidence, or None when it ends well."""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    try:
        exec(compile(source, FILENAME, "exec", dont_inherit=True), module.__dict__)
    except BaseException as error:
        return msgspec.Raw(msgspec.json.encode(of_exception(error, FILENAME, hidden, source)))
    return None


def in_a_fork(path: Path) -> bytes:
    receiver, sender = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(receiver)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        found = evidence_of(path.read_text(encoding="utf-8"))
        with os.fdopen(sender, "wb") as pipe:
            pipe.write(bytes(found) if found is not None else b"null")
        os._exit(0)
    os.close(sender)
    with os.fdopen(receiver, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return data or b'{"exceptions": [{"name": "NoEvidence"}]}'


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(in_a_fork(Path(argument)).decode(), flush=True)
