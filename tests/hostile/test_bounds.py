"""Whatever a program takes without end, it gets to its limit and no further, and is told which."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.hostile.conftest import HomeLab
from tests.hostile.world import CALLS
from tests.runner.lab import alive, descendants
from tutor import paths

MEMORY = {
    "ten gigabytes at once": "x = bytearray(10 << 30)",
    "ten gigabytes of an array": "import jax\njax.numpy.ones((10 << 28,)).block_until_ready()",
    "many small objects": "x = []\nwhile True: x.append(bytearray(1 << 16))",
    "doubling": "x = b'x' * 1024\nwhile True: x += x",
    "many small arrays": (
        "import jax.numpy as jnp\nx = []\n"
        "while True: x.append(jnp.ones(1 << 20).block_until_ready())"
    ),
    "from several threads": (
        "import threading\nx = []\n"
        "def take():\n    while True: x.append(bytearray(1 << 20))\n"
        "for _ in range(8): threading.Thread(target=take).start()"
    ),
    "mapped without a name": (
        "import mmap\nx = []\n"
        "while True:\n"
        "    m = mmap.mmap(-1, 64 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n"
        "    m.write(b'x' * (64 << 20)); x.append(m)"
    ),
    "an error that is caught again and again": (
        "x = []\nwhile True:\n    try:\n        while True: x.append(bytearray(1 << 22))\n"
        "    except MemoryError: pass"
    ),
}

DISK = {
    "one huge file": "f = open('x', 'wb')\nwhile True: f.write(bytes(1 << 20)); f.flush()",
    "many files": "n = 0\nwhile True: n += 1; open(f'{n}', 'w').close()",
    "many folders": "import os\nn = 0\nwhile True: n += 1; os.mkdir(f'{n}')",
    "a deep folder": "import os\nwhile True: os.mkdir('d'); os.chdir('d')",
    "folders that no path reaches": (
        "import os\nwhile True: os.mkdir('d' * 250, 0o300); os.chdir('d' * 250)"
    ),
    "one file of a terabyte": "open('x', 'wb').truncate(1 << 40)",
    "past the kernel's bound with its signal": (
        "import os, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
        "os.pwrite(os.open('x', 66), b'x', 1 << 40)"
    ),
    "a file without a name": (
        "import os\nf = open('x', 'wb')\nos.unlink('x')\nwhile True: f.write(bytes(1 << 20))"
    ),
    "many files without names": (
        "import os\nkept = []\n"
        "for n in range(200):\n"
        "    f = open(f'{n}', 'wb'); os.unlink(f'{n}'); f.write(bytes(4 << 20)); f.flush(); "
        "kept.append(f)\n"
        "while True: pass"
    ),
    "files that only a mapping holds": (
        "import ctypes, os, time\nlibc = ctypes.CDLL(None)\n"
        "libc.mmap.restype = ctypes.c_void_p\n"
        "for n in range(10):\n"
        "    fd = os.open('x', 66); os.unlink('x'); os.write(fd, bytes(4 << 20))\n"
        "    libc.mmap(None, ctypes.c_size_t(4096), 3, 1, fd, ctypes.c_long(0)); os.close(fd)\n"
        "while True: pass"
    ),
    "files that only a mapping holds, with a name of two lines": (
        "import ctypes, os, time\nlibc = ctypes.CDLL(None)\n"
        "libc.mmap.restype = ctypes.c_void_p\n"
        "for n in range(10):\n"
        "    fd = os.open('x\\r', 66); os.unlink('x\\r'); os.write(fd, bytes(4 << 20))\n"
        "    libc.mmap(None, ctypes.c_size_t(4096), 3, 1, fd, ctypes.c_long(0)); os.close(fd)\n"
        "while True: pass"
    ),
    "in a folder that nobody may list": (
        "import os\nos.mkdir('d', 0o300); os.chdir('d')\nn = 0\n"
        "while n < 1500: n += 1; open(f'{n}', 'w').close()\n"
        "while True: pass"
    ),
    "reserved, not written": (
        "import os\n"
        "for n in range(100):\n    os.posix_fallocate(os.open(f'{n}', 66), 0, 16 << 20)\n"
        "while True: pass"
    ),
    "the compilation cache": (
        "import jax, os\nfolder = jax.config.jax_compilation_cache_dir\n"
        "f = open(os.path.join(folder, 'x'), 'wb')\nwhile True: f.write(bytes(1 << 20))"
    ),
    "files in the compilation cache": (
        "import jax, os\nfolder = jax.config.jax_compilation_cache_dir\nn = 0\n"
        "while True: n += 1; open(os.path.join(folder, f'{n}'), 'w').close()"
    ),
    "folders in the compilation cache": (
        "import jax, os\nfolder = jax.config.jax_compilation_cache_dir\nn = 0\n"
        "while True: n += 1; os.mkdir(os.path.join(folder, f'd{n}'))"
    ),
}

OTHER = {
    "output": "while True: print('x' * 1000)",
    "output past Python": "import os\nwhile True: os.write(1, b'x' * 65536)",
    "errors": "import sys\nwhile True: sys.stderr.write('x' * 1000)",
    "threads": (
        "import threading, time\nfor _ in range(2000):\n"
        "    threading.Thread(target=time.sleep, args=(60,)).start()\nwhile True: pass"
    ),
}

QUICK = ("ten gigabytes at once", "many files", "a file without a name", "output past Python")


def cases(programs: dict[str, str]) -> list[object]:
    return [pytest.param(n, marks=() if n in QUICK else pytest.mark.full) for n in programs]


def nothing_left(lab: HomeLab) -> bool:
    """No worker but a spare, and an empty scratch folder beside its own."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        runs = [p for host in paths.scratch_root().glob("host-*") for p in host.glob("run-*")]
        workers = [pid for pid in descendants(lab.host) if alive(pid)]
        if len(workers) <= 1 and len(runs) <= 1:
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(autouse=True)
def at_the_lab_s_home(lab: HomeLab, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAX_TUTOR_HOME", str(lab.home))


@pytest.mark.parametrize("name", cases(MEMORY))
def test_memory(lab: HomeLab, name: str) -> None:
    told = lab.run(MEMORY[name], memory=600 << 20, wall=30.0)
    assert told.done.status == "limit", told.done
    assert told.done.limit is not None
    assert told.done.limit.name == "memory"
    assert told.done.peak_memory < 1000 << 20
    assert nothing_left(lab)


@pytest.mark.parametrize("name", cases(DISK))
def test_disk(lab: HomeLab, name: str) -> None:
    told = lab.run(DISK[name], scratch=16 << 20, files=500, wall=15.0)
    if name.startswith("folders in"):
        assert (told.done.status, told.done.reason) == ("refused", "file")
    else:
        assert told.done.limit is not None, told.done
        assert told.done.limit.name in ("scratch", "files"), told.done
    assert nothing_left(lab)


@pytest.mark.parametrize("name", cases(OTHER))
def test_output_and_threads(lab: HomeLab, name: str) -> None:
    told = lab.run(OTHER[name], wall=20.0, output=1 << 18, threads=200)
    assert told.done.limit is not None, told.done
    assert told.done.limit.name == ("threads" if name == "threads" else "output")
    assert len(told.text) + len(told.errors) <= 1 << 18
    assert nothing_left(lab)


def test_a_program_whose_main_thread_is_gone_is_ended(lab: HomeLab) -> None:
    """What it uses could not be counted any more."""
    code = (
        "import ctypes, threading, time\n"
        "threading.Thread(target=time.sleep, args=(60,)).start()\n"
        f"ctypes.CDLL(None).syscall({CALLS['EXIT']}, 0)"
    )
    told = lab.run(code)
    assert told.done.status == "crashed"
    assert told.done.seconds < 10
    assert nothing_left(lab)


def test_threads_end_at_the_ordinary_limit_with_their_line(lab: HomeLab) -> None:
    """Their stacks fit into the address space, and their number hides no line."""
    told = lab.run(
        "import threading, time\n"
        "for _ in range(5000):\n"
        "    threading.Thread(target=time.sleep, args=(60,)).start()"
    )
    assert told.done.limit is not None, told.done
    assert (told.done.limit.name, told.done.limit.line) == ("threads", 3)
    assert nothing_left(lab)


def test_what_no_path_reaches_is_removed_after_a_run_within_its_limits(lab: HomeLab) -> None:
    code = "import os\nfor _ in range(12): os.mkdir('d' * 250); os.chdir('d' * 250)\n"
    assert lab.run(code + "os.mkdir('locked', 0)").done.status == "ok"
    assert nothing_left(lab)


def test_descriptors_end_at_their_bound(lab: HomeLab) -> None:
    code = "import os\nx = []\nwhile True: x.append(os.open('/dev/null', os.O_RDONLY))"
    told = lab.run(code)
    assert told.done.status == "raised"
    assert told.error.evidence.exceptions[0].name == "OSError"
    told = lab.run("import os\nwhile True: os.pipe()")
    assert told.done.status == "raised"


def test_a_deep_recursion_ends(lab: HomeLab) -> None:
    code = "import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1)\nf(0)"
    assert lab.run(code, wall=20.0, memory=700 << 20).done.status in ("raised", "crashed", "limit")
