"""The host: forks workers, hands out jobs, relays what they say. JSON Lines on stdin and stdout.

`python -I -m tutor.runner.host [--scratch DIR] [--cache DIR] [--checking-cache DIR] ...`, possibly
under a command prefix. It runs itself again with a small environment of its own, imports all that
workers need, and never starts a backend: a child of a process with a running backend hangs. Its
memory is copied into every worker, so it holds no secret. It ends with its client (end of stdin),
and all workers end with it.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ENVIRONMENT = {
    # Every thread arena of glibc reserves 64 MiB of address space, which is limited.
    "MALLOC_ARENA_MAX": "2",
    "JAX_PLATFORMS": "cpu",
    # Frames of jax are evidence; the clinic leaves them out of what is shown.
    "JAX_TRACEBACK_FILTERING": "off",
    "LANG": "C.UTF-8",
    # A thread of numpy's in the host would not survive the fork.
    "OPENBLAS_NUM_THREADS": "1",
    "PATH": "/usr/bin:/bin",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "PYTHONUNBUFFERED": "1",
}
CORES = 4
"""Most cores that a Run uses: XLA starts threads for each."""
IDLE_SECONDS = 900.0


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tutor.runner.host", description=__doc__)
    parser.add_argument("--scratch", type=Path)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--checking-cache", type=Path)
    parser.add_argument("--require", action="append", default=[])
    parser.add_argument("--slots", type=int, default=0)
    parser.add_argument("--slots-folder", type=Path)
    parser.add_argument("--idle-seconds", type=float, default=IDLE_SECONDS)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def command(arguments: list[str]) -> list[str]:
    """The command line of a host, for this Python."""
    import site

    from tutor.paths import package_dir

    # -I leaves the user's own site-packages out; when we are installed there, only that is let in.
    user = site.getusersitepackages() if site.ENABLE_USER_SITE else None
    isolated = ["-E", "-P"] if user and package_dir().is_relative_to(user) else ["-I"]
    return [sys.executable, *isolated, "-m", "tutor.runner.host", *arguments]


def main(arguments: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if arguments is None else arguments
    options = parse(arguments)
    if not options.inside:
        # A worker can read the environment that this process was started with: give it its own.
        os.execve(sys.executable, command([*arguments, "--inside"]), ENVIRONMENT)
    from tutor.runner.desk import serve

    return serve(options)


if __name__ == "__main__":
    sys.exit(main())
