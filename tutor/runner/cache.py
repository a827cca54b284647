"""JAX's persistent compilation cache: the worker's use of it, the host's care for it."""

from __future__ import annotations

import contextlib
import os
import warnings
from pathlib import Path

MOST_BYTES = 512 << 20
MOST_ENTRIES = 20_000


def use(folder: Path | None) -> None:
    """Keep every compiled program of this process in `folder`, and never let it show."""
    warnings.filterwarnings("ignore", message=".*persistent (compilation )?cache.*")
    if folder is None:
        return
    import jax

    for name, value in (
        ("jax_compilation_cache_dir", str(folder)),
        ("jax_persistent_cache_min_compile_time_secs", 0.0),
        ("jax_persistent_cache_min_entry_size_bytes", -1),
    ):
        jax.config.update(name, value)  # type: ignore[no-untyped-call]


def prepare(folder: Path | None) -> Path | None:
    """`folder`, made when it is missing; None when it cannot be had."""
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    return folder


def bound(folder: Path | None, most: int = MOST_BYTES) -> None:
    """Remove the entries that were not used for longest until `folder` is well below `most` bytes.

    The same for `MOST_ENTRIES`.
    """
    if folder is None:
        return
    entries: list[tuple[float, int, str]] = []
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            with contextlib.suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                # Many file systems write the time of reading rarely or never.
                entries.append((max(status.st_atime, status.st_mtime), status.st_size, entry.path))
    total = sum(size for _, size, _ in entries)
    count = len(entries)
    if total <= most and count <= MOST_ENTRIES:
        return
    for _, size, path in sorted(entries):
        if total <= most * 0.8 and count <= MOST_ENTRIES * 0.8:
            return
        with contextlib.suppress(OSError):
            Path(path).unlink()
        total, count = total - size, count - 1
