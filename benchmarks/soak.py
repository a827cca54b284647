"""Many Runs in a row on one host, one in ten hostile, one in ten stopped: what is left of them.

    python -m benchmarks.soak [RUNS]

The figures are taken after the first tenth and at the end: processes below the host, descriptors
of host and client, files in the scratch folder, claims on slots of the machine, memory of the host.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import publish, table
from tutor import paths
from tutor.events import Done, Limits, Output, RunRequest
from tutor.runner import machine, procfs
from tutor.runner.client import Runner
from tutor.settings import Settings

ORDINARY = (
    "print('hello', flush=True)",
    "import jax.numpy as jnp\nprint(jnp.arange(8.0).sum(), flush=True)",
    "from tutor.kit import log\nfor n in range(50): log(n, loss=1 / (n + 1))",
    "1 / 0",
)
HOSTILE = (
    "import os\nos._exit(0)",
    "import ctypes\nctypes.string_at(0)",
    "import os\nos.fork()",
    "import socket\nsocket.socket()",
    "x = bytearray(10 << 30)",
    "while True: print('x' * 1000)",
    "n = 0\nwhile True: n += 1; open(f'{n}', 'w').close()",
    "import os\nf = open('x', 'wb'); os.unlink('x')\nwhile True: f.write(bytes(1 << 20))",
    "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(60,)).start()",
    "import os, struct\n"
    "for fd in range(3, 256):\n"
    "    try: os.write(fd, struct.pack('>cI', b'D', 1 << 30))\n"
    "    except OSError: pass",
    "import signal\nfor n in (2, 15): signal.signal(n, signal.SIG_IGN)\nwhile True: pass",
)
ENDLESS = "print('go', flush=True)\nwhile True: pass"
LIMITS = Limits(wall=2.0, memory=1 << 30, output=1 << 16, threads=100, files=300, scratch=16 << 20)


@dataclass(frozen=True)
class State:
    processes: int
    host_descriptors: int
    own_descriptors: int
    files: int
    claims: int
    host_memory: int


def state(host: int) -> State:
    return State(
        processes=len(procfs.tree(host)) - 1,
        host_descriptors=len(list(Path(f"/proc/{host}/fd").iterdir())),
        own_descriptors=len(list(Path("/proc/self/fd").iterdir())),
        files=sum(1 for _ in paths.scratch_root().rglob("*")),
        claims=len(machine.look(slots())) + sum(1 for _ in slots().iterdir()),
        host_memory=procfs.usage([host]).memory,
    )


def slots() -> Path:
    folder = paths.slots_folder()
    assert folder is not None
    return folder


async def settled(runner: Runner) -> State:
    """The state once the last Run is cleared away and its successor's spare is warm."""
    await runner.prepare(1)
    await asyncio.sleep(2.0)
    assert runner.pid is not None
    return state(runner.pid)


async def one(runner: Runner, number: int) -> str:
    stopped = number % 10 == 5
    if stopped:
        code = ENDLESS
    elif number % 10 == 0:
        code = HOSTILE[number // 10 % len(HOSTILE)]
    else:
        code = ORDINARY[number % len(ORDINARY)]
    request = RunRequest(id=f"soak-{number}", code=code, limits=LIMITS)
    status = "lost"
    async for event in runner.run(request):
        if stopped and isinstance(event, Output):
            await runner.stop(request.id)
        if isinstance(event, Done):
            status = event.status if event.limit is None else f"limit {event.limit.name}"
    return status


async def soak(runs: int) -> tuple[State, State, Counter[str], bool]:
    ends: Counter[str] = Counter()
    async with Runner(Settings()) as runner:
        await runner.start()
        host, before = runner.pid, None
        for number in range(runs):
            if number == runs // 10:
                before = await settled(runner)
            ends[await one(runner, number)] += 1
        after = await settled(runner)
        assert before is not None
        return before, after, ends, runner.pid == host


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    with tempfile.TemporaryDirectory() as home:
        os.environ["JAX_TUTOR_HOME"] = home
        os.environ["JAX_TUTOR_SLOTS_DIR"] = f"{home}/slots"
        slots().mkdir()
        began = time.monotonic()
        before, after, ends, same = asyncio.run(soak(runs))
        left = sum(1 for _ in paths.scratch_root().rglob("*"))
    mega = 1 << 20
    rows = [
        ("processes below the host", before.processes, after.processes),
        ("descriptors of the host", before.host_descriptors, after.host_descriptors),
        ("descriptors of the client", before.own_descriptors, after.own_descriptors),
        ("entries in the scratch folder", before.files, after.files),
        ("claims on slots", before.claims, after.claims),
        ("memory of the host, MiB", before.host_memory // mega, after.host_memory // mega),
    ]
    words = ", ".join(f"{count} {name}" for name, count in sorted(ends.items()))
    publish(
        "soak",
        table(
            ("", f"after {runs // 10} Runs", f"after {runs} Runs"),
            [(name, str(early), str(late)) for name, early, late in rows],
        )
        + f"\n\nEnds: {words}. The host is {'the same' if same else 'ANOTHER'} at the end; when "
        f"it is gone {left} entries of scratch are left. {time.monotonic() - began:,.0f} s.",
    )


if __name__ == "__main__":
    main()
