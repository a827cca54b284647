"""Many programs in few processes: a process works through a list until one hangs or kills it."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PATIENCE = 90.0
"""Seconds for one program. A busy machine is slow; what takes longer does not end."""


class NotStarted(Exception):
    """The process could not begin; its reason."""


def work(module: str, order: dict[str, Any], items: Sequence[Any], devices: int) -> list[Any]:
    """What `module`'s process says of each of `items`; for one that hangs or crashes a text.

    The process gets `order` with "items", and says {"begun": ...} before the first result, which
    are {"result": ...}; or {"broken": reason}. Raises NotStarted.
    """
    found: list[Any] = []
    while len(found) < len(items):
        found += _some(module, {**order, "items": list(items[len(found) :])}, devices)
    return found


def _some(module: str, order: dict[str, Any], devices: int) -> list[Any]:
    """As many as one process manages; at least one."""
    environment = {
        **os.environ,
        "JAX_PLATFORMS": "cpu",
        # Many small programs, each run a few times: compiling is what takes the time.
        "XLA_FLAGS": f"--xla_force_host_platform_device_count={devices}"
        " --xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true",
        "PYTHONPATH": str(ROOT),
    }
    with tempfile.TemporaryDirectory() as scratch:
        process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=scratch,
            env=environment,
        )
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps(order))
            process.stdin.close()
            return list(_read(process, len(order["items"])))
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


def _read(process: subprocess.Popen[str], number: int) -> Iterator[Any]:
    lines: queue.Queue[str] = queue.Queue()

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)
        lines.put("")

    threading.Thread(target=listen, daemon=True).start()
    begun = False
    while number:
        try:
            line = lines.get(timeout=PATIENCE if begun else 3 * PATIENCE)
        except queue.Empty:
            line = None
        if not line:
            how = "does not end" if line is None else "ended the process"
            if not begun:
                raise NotStarted(how)
            yield how
            return
        message = json.loads(line)
        if "broken" in message:
            raise NotStarted(message["broken"])
        if "begun" in message:
            begun = True
            continue
        yield message["result"]
        number -= 1
