"""One connection to SQLite: short transactions, and errors in our words."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from tutor.errors import StoreError, StoreUnavailable
from tutor.locale import translator

_ = translator("study")

BUSY_SECONDS = 10.0


class Database:
    """One connection, usable from several threads, one at a time."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None) -> None:
        self._connection = connection
        self._lock = threading.RLock()
        self.path = path

    @contextlib.contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """The connection, for one look. Raises StoreError."""
        with self._lock, translated(self.path):
            yield self._connection

    @contextlib.contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """The connection inside one transaction: all that happens in it, or nothing."""
        with self._lock, translated(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._connection.close()


@contextlib.contextmanager
def translated(path: Path | None) -> Iterator[None]:
    """Turns what SQLite and the system say into StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise _in_our_words(error, path) from error
    except OSError as error:
        raise StoreUnavailable(
            _("Your work cannot be kept in {path}: {reason}. {advice}").format(
                path=path, reason=error.strerror or error, advice=_elsewhere()
            )
        ) from error


def _elsewhere() -> str:
    return _("Make room or correct the permissions, or set JAX_TUTOR_HOME to another folder.")


def _in_our_words(error: sqlite3.Error, path: Path | None) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreUnavailable(
            _(
                "Another program has been writing to {path} for more than {seconds} s. Close it, "
                "then try again."
            ).format(path=path, seconds=round(BUSY_SECONDS))
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreError(
            _(
                "The file with your work, {path}, is damaged. Start jax-tutor again: it keeps the "
                "file aside and begins a new one."
            ).format(path=path)
        )
    if code in (
        sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_NOLFS,
    ):  # fmt: skip
        return StoreUnavailable(
            _("Your work cannot be kept in {path}: {reason}. {advice}").format(
                path=path, reason=error, advice=_elsewhere()
            )
        )
    return StoreError(f"{path}: {error}")
