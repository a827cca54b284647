"""Opening the file: new, migrated, damaged, too new, on a network.

A lock file guards it, so that two programs that start at once neither migrate twice nor keep the
same damaged file aside twice.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from tutor.errors import StoreTooNew
from tutor.locale import translator
from tutor.study import schema
from tutor.study.database import BUSY_SECONDS, Database, translated

_ = translator("study")

_QUICK_CHECK_BYTES = 16 << 20
_SIDECARS = ("-wal", "-shm", "-journal")
_NETWORK = (
    "nfs", "cifs", "smb", "9p", "afs", "ceph", "lustre", "gpfs", "beegfs", "glusterfs", "panfs",
    "orangefs", "fuse",
)  # fmt: skip


class Damaged(Exception):
    """The file is no whole SQLite database."""


def open_memory() -> Database:
    """A database that goes away with the program."""
    connection = _connect(":memory:")
    schema.migrate(connection)
    return Database(connection, None)


def open_file(path: Path) -> tuple[Database, Path | None]:
    """The database at `path`, made or migrated; and where a damaged one was kept, if it was.

    Raises StoreTooNew (nothing is touched) and StoreUnavailable.
    """
    with translated(path):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _refuse_newer(_version_in_header(path), path)
        with _only_one(path):
            try:
                return _open(path), None
            except Damaged:
                aside = _keep_aside(path)
                return _open(path), aside


def on_network(path: Path, mountinfo: str | None = None) -> bool:
    """Whether `path` lies on a file system that several machines share, or may.

    Where the kernel cannot be asked the answer is yes, which is slower and always safe.
    """
    if mountinfo is None:
        try:
            mountinfo = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return True
    resolved = str(path.resolve())
    best, kind = "", ""
    for line in mountinfo.splitlines():
        left, found, right = line.partition(" - ")
        fields = left.split(" ")
        if not found or len(fields) < 5:
            continue
        point = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), fields[4])
        inside = resolved == point or resolved.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, right.split(" ")[0]
    return kind == "" or kind.startswith(_NETWORK)


def _connect(target: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        target, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    connection.row_factory = sqlite3.Row
    return connection


def _open(path: Path) -> Database:
    connection = _connect(str(path))
    try:
        _prepare(connection, path)
    except sqlite3.DatabaseError as error:
        connection.close()
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise Damaged(str(error)) from error
        raise
    except BaseException:
        connection.close()
        raise
    return Database(connection, path)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    found = schema.version(connection)
    _refuse_newer(found, path)
    if path.stat().st_size <= _QUICK_CHECK_BYTES:
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise Damaged(verdict)
    shared = on_network(path)
    with contextlib.suppress(
        sqlite3.OperationalError
    ):  # another program has it open: its mode holds
        connection.execute(f"PRAGMA journal_mode = {'TRUNCATE' if shared else 'WAL'}")
    connection.execute(f"PRAGMA synchronous = {'FULL' if shared else 'NORMAL'}")
    if found < len(schema.MIGRATIONS):
        if found:
            _copy(
                connection, path.with_name(f"{path.stem}.before-v{len(schema.MIGRATIONS)}.sqlite")
            )
        connection.execute("BEGIN IMMEDIATE")
        try:
            schema.migrate(connection)
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def _copy(connection: sqlite3.Connection, target: Path) -> None:
    target.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(target)) as copy:
        connection.backup(copy)


def _version_in_header(path: Path) -> int:
    """The schema's version as the file's header has it, read without SQLite; 0 when unreadable.

    So a newer file is refused without a byte beside it being written.
    """
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except FileNotFoundError:
        return 0
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        return 0
    if int.from_bytes(header[68:72], "big") != schema.APPLICATION_ID:
        return 0
    return int.from_bytes(header[60:64], "big")


def _refuse_newer(found: int, path: Path) -> None:
    if found > len(schema.MIGRATIONS):
        raise StoreTooNew(
            _(
                "{path} was written by a newer jax-tutor (format {found}; this one reads up to "
                "{known}). It was not touched. Update jax-tutor, or set JAX_TUTOR_HOME to another "
                "folder."
            ).format(path=path, found=found, known=len(schema.MIGRATIONS))
        )


def _keep_aside(path: Path) -> Path:
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}.damaged-{now}{path.suffix}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}.damaged-{now}-{number}{path.suffix}")
    path.replace(aside)
    for sidecar in _SIDECARS:
        with contextlib.suppress(FileNotFoundError):
            Path(f"{path}{sidecar}").replace(f"{aside}{sidecar}")
    return aside


@contextlib.contextmanager
def _only_one(path: Path) -> Iterator[None]:
    """Waits until no other program is opening the same file."""
    handle = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        with contextlib.suppress(OSError):  # some network file systems have no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
