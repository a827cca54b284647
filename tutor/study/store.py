"""The store: all that a learner did, in one SQLite file. The door of `tutor.study`."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from sqlite3 import Connection, Row
from types import TracebackType
from typing import Any, Self

from tutor import paths
from tutor.locale import translator
from tutor.study import exchange, opening, queries
from tutor.study.clock import Clock, now, text
from tutor.study.database import Database
from tutor.study.records import (
    GRADES,
    KINDS,
    VERDICTS,
    Answer,
    Attempt,
    ImportReport,
    Place,
    Review,
    Revision,
    StepState,
    StoreNotice,
)

_ = translator("study")

SQUASH = timedelta(minutes=10)
"""How long edits go into the same revision."""
OUTPUT_KEPT = 64 << 10


@dataclass(frozen=True)
class _Identity:
    """What a new record is given."""

    id: str
    installation: str
    sequence: int
    stamp: int
    time: str
    session: str


class Store:
    """A learner's work in one course. Safe in several processes and threads.

    Every method may raise StoreError; StoreUnavailable says what to do.
    """

    notice: StoreNotice | None = None
    """What the learner should be told about opening it."""

    def __init__(self, database: Database, course: str, session: str, clock: Clock = now) -> None:
        self._database = database
        self._session = session
        self._clock = clock
        self.course = course

    @classmethod
    def open(cls, path: Path | None = None, course: str = "jax", clock: Clock = now) -> Store:
        """The store at `path` (where it always lies, without one), made or brought up to date.

        A damaged file is kept aside, which `notice` tells. Raises StoreTooNew, StoreUnavailable.
        """
        path = path or paths.store_file()
        database, aside = opening.open_file(path)
        store = cls(database, course, uuid.uuid4().hex, clock)
        if aside is not None:
            store.notice = StoreNotice(
                "kept-aside",
                _(
                    "The file with your work was damaged. It is kept as {aside}, and a new one was "
                    "started."
                ).format(aside=aside),
                aside,
            )
        return store

    @classmethod
    def memory(cls, course: str = "jax", clock: Clock = now) -> Store:
        """A store that forgets everything when the program ends."""
        return cls(opening.open_memory(), course, uuid.uuid4().hex, clock)

    @property
    def path(self) -> Path | None:
        """The file, or None for a store in memory."""
        return self._database.path

    def for_course(self, course: str) -> Store:
        """The same store, of another course; closing either closes both."""
        return Store(self._database, course, self._session, self._clock)

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    # --- drafts ------------------------------------------------------------------------------

    def save_draft(self, step: str, code: str, slot: str = "") -> None:
        """Keep `code` as the draft. Cheap enough for every pause in typing."""
        code = _clean(code)
        with self._database.write() as connection:
            latest = self._latest(connection, step, slot)
            if latest is not None and latest["code"] == code:
                return
            if latest is not None and self._continues(connection, latest, code):
                stamp = self._stamp(connection)
                connection.execute(
                    "UPDATE revisions SET code = ?, updated = ?, stamp = ? WHERE id = ?",
                    (code, text(self._clock()), stamp, latest["id"]),
                )
                return
            self._add_revision(connection, step, slot, "edit", code)

    def draft(self, step: str, slot: str = "") -> str | None:
        """The draft, or None when the learner has none and sees the starter."""
        with self._database.read() as connection:
            latest = self._latest(connection, step, slot)
        return None if latest is None else latest["code"]

    def revisions(self, step: str, slot: str = "") -> list[Revision]:
        """Every state of the draft that is kept, oldest first."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT * FROM revisions WHERE course = ? AND step = ? AND slot = ? "
                "ORDER BY stamp, id",
                (self.course, step, slot),
            ).fetchall()
        return [
            Revision(
                id=row["id"],
                kind=row["kind"],
                code=row["code"],
                time=row["time"],
                updated=row["updated"],
                session=row["session"],
            )
            for row in rows
        ]

    def reset(self, step: str, slot: str = "") -> bool:
        """Back to the starter. The draft stays among the revisions. False: it is the starter."""
        with self._database.write() as connection:
            latest = self._latest(connection, step, slot)
            if latest is None or latest["code"] is None:
                return False
            self._add_revision(connection, step, slot, "reset", None)
            return True

    def undo_reset(self, step: str, slot: str = "") -> bool:
        """Back to what was there before the last reset. False: there is no reset to undo."""
        with self._database.write() as connection:
            rows = connection.execute(
                "SELECT kind, code FROM revisions WHERE course = ? AND step = ? AND slot = ? "
                "ORDER BY stamp DESC, id DESC",
                (self.course, step, slot),
            ).fetchall()
            kinds = [row["kind"] for row in rows]
            if "reset" not in kinds:
                return False
            reset = kinds.index("reset")
            if "undo" in kinds[:reset] or reset + 1 >= len(rows):
                return False
            self._add_revision(connection, step, slot, "undo", rows[reset + 1]["code"])
            return True

    def restore(self, step: str, revision: str, slot: str = "") -> bool:
        """Make a kept revision the draft again. False: there is no such revision."""
        with self._database.write() as connection:
            row = connection.execute(
                "SELECT code FROM revisions WHERE id = ? AND course = ? AND step = ? AND slot = ?",
                (revision, self.course, step, slot),
            ).fetchone()
            if row is None:
                return False
            self._add_revision(connection, step, slot, "restore", row["code"])
            return True

    def drafts_known(self) -> list[tuple[str, str]]:
        """Every (step, slot) that ever had a draft."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT DISTINCT step, slot FROM revisions WHERE course = ? ORDER BY step, slot",
                (self.course,),
            ).fetchall()
        return [(row["step"], row["slot"]) for row in rows]

    # --- attempts ----------------------------------------------------------------------------

    def record(self, attempt: Attempt) -> Attempt:
        """Add an attempt; returns it as it was stored."""
        if attempt.kind not in KINDS:
            raise ValueError(f"no kind of attempt: {attempt.kind!r}; there are {sorted(KINDS)}")
        if attempt.verdict not in VERDICTS:
            raise ValueError(f"no verdict: {attempt.verdict!r}; there are {sorted(VERDICTS)}")
        with self._database.write() as connection:
            identity = self._identity(connection)
            hints = attempt.hints
            if hints is None:
                hints = queries.hints(connection, self.course, attempt.step)
            stored = replace(
                attempt,
                code=_clean(attempt.code),
                guess=_clean(attempt.guess),
                output=_clean(attempt.output)[:OUTPUT_KEPT],
                details={name: _clean(text) for name, text in attempt.details.items()},
                hints=hints,
                id=identity.id,
                installation=identity.installation,
                sequence=identity.sequence,
                time=identity.time,
                session=identity.session,
            )
            exchange.insert_attempt(connection, self.course, stored, identity.stamp)
        return stored

    def attempts(
        self, step: str | None = None, kind: str | None = None, limit: int | None = None
    ) -> list[Attempt]:
        """Attempts of this course, oldest first; with `limit` only the latest so many."""
        wanted: dict[str, Any] = {"course": self.course}
        if step is not None:
            wanted["step"] = step
        if kind is not None:
            wanted["kind"] = kind
        where = " AND ".join(f"{name} = :{name}" for name in wanted)
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT * FROM attempts WHERE {where} ORDER BY stamp DESC, id DESC LIMIT :limit",
                {**wanted, "limit": -1 if limit is None else limit},
            ).fetchall()
        return [_attempt(row) for row in reversed(rows)]

    def hints(self, step: str) -> int:
        """How many hints of a step were shown."""
        with self._database.read() as connection:
            return queries.hints(connection, self.course, step)

    # --- place and states --------------------------------------------------------------------

    def remember(self, place: Place) -> None:
        """Where to go on next time."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO places VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    self.course, self._stamp(connection), place.lesson, place.step, place.slot,
                    place.scroll, *place.cursor, place.language,
                ),
            )  # fmt: skip

    def resume(self) -> Place | None:
        """Where the learner stopped, or None on the first day."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT * FROM places WHERE course = ?", (self.course,)
            ).fetchone()
        if row is None:
            return None
        return Place(
            lesson=row["lesson"],
            step=row["step"],
            scroll=row["scroll"],
            cursor=(row["row"], row["column"]),
            language=row["language"],
            slot=row["slot"],
        )

    def visit(self, step: str, seconds: float = 0.0) -> None:
        """The learner saw a step, and spent `seconds` more on it."""
        with self._database.write() as connection:
            now = text(self._clock())
            connection.execute(
                "INSERT INTO visits VALUES (:installation, :course, :step, :now, :now, :seconds) "
                "ON CONFLICT DO UPDATE SET last = max(last, :now), seconds = seconds + :seconds",
                {
                    "installation": self._meta(connection, "installation"),
                    "course": self.course,
                    "step": step,
                    "now": now,
                    "seconds": max(0.0, seconds),
                },
            )

    def states(self) -> dict[str, StepState]:
        """What is known of every step that is not new."""
        with self._database.read() as connection:
            return queries.states(connection, self.course)

    # --- reviews -----------------------------------------------------------------------------

    def now(self) -> datetime:
        """What time it is for this store."""
        return self._clock()

    def review(self, review: Review) -> Review:
        """Add an answer to something that was due; returns it as it was stored."""
        if review.grade not in GRADES:
            raise ValueError(f"no grade: {review.grade!r}; there are {GRADES}")
        with self._database.write() as connection:
            identity = self._identity(connection)
            stored = replace(
                review,
                answer=_clean(review.answer),
                seconds=max(0.0, review.seconds),
                id=identity.id,
                installation=identity.installation,
                sequence=identity.sequence,
                time=identity.time,
                session=identity.session,
            )
            exchange.insert_review(connection, self.course, stored, identity.stamp)
        return stored

    def reviews(self) -> list[Review]:
        """All reviews of this course, oldest first."""
        with self._database.read() as connection:
            return queries.reviews(connection, self.course)

    def answers(self) -> list[Answer]:
        """What lessons showed of questions and exercises, oldest first; reviews apart."""
        with self._database.read() as connection:
            return queries.answers(connection, self.course)

    # --- exchange ----------------------------------------------------------------------------

    def export(self, path: Path) -> None:
        """Write all of a learner's work, of every course, to `path`; docs/store.md describes it."""
        with self._database.read() as connection:
            data = exchange.dump(connection, self._installation())
        exchange.write(path, data)

    def import_(self, path: Path) -> ImportReport:
        """Merge an export into this store: nothing is lost, and twice is as once.

        Raises NotAnExport when `path` is something else; nothing is changed then.
        """
        data = exchange.read(path)
        with self._database.write() as connection:
            return exchange.merge(connection, data, self.course)

    # --- records -----------------------------------------------------------------------------

    def _installation(self) -> str:
        with self._database.write() as connection:
            return self._meta(connection, "installation")

    def _meta(self, connection: Connection, key: str) -> str:
        row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        if row is not None:
            return str(row["value"])
        value = uuid.uuid4().hex if key == "installation" else "0"
        connection.execute("INSERT INTO meta VALUES (?, ?)", (key, value))
        return value

    def _identity(self, connection: Connection) -> _Identity:
        sequence = int(self._meta(connection, "sequence")) + 1
        connection.execute("UPDATE meta SET value = ? WHERE key = 'sequence'", (str(sequence),))
        return _Identity(
            id=uuid.uuid4().hex,
            installation=self._meta(connection, "installation"),
            sequence=sequence,
            stamp=self._stamp(connection),
            time=text(self._clock()),
            session=self._session,
        )

    def _stamp(self, connection: Connection) -> int:
        """Microseconds, and always later than everything known, whatever the clock says."""
        known = connection.execute(
            "SELECT max((SELECT coalesce(max(stamp), 0) FROM attempts), "
            "(SELECT coalesce(max(stamp), 0) FROM revisions), "
            "(SELECT coalesce(max(stamp), 0) FROM reviews), "
            "(SELECT coalesce(max(stamp), 0) FROM places))"
        ).fetchone()[0]
        return max(int(self._clock().timestamp() * 1e6), int(known) + 1)

    def _latest(self, connection: Connection, step: str, slot: str) -> Row | None:
        row: Row | None = connection.execute(
            "SELECT * FROM revisions WHERE course = ? AND step = ? AND slot = ? "
            "ORDER BY stamp DESC, id DESC LIMIT 1",
            (self.course, step, slot),
        ).fetchone()
        return row

    def _continues(self, connection: Connection, latest: Row, code: str) -> bool:
        """Whether an edit belongs to the latest revision: a session's steady typing."""
        if latest["kind"] != "edit" or latest["session"] != self._session:
            return False
        if self._clock() - datetime.fromisoformat(latest["time"]) > SQUASH:
            return False
        before = len(latest["code"])
        if before >= 40 and len(code) < before / 2:
            return False
        used = connection.execute(
            "SELECT 1 FROM attempts WHERE course = ? AND step = ? AND stamp > ? LIMIT 1",
            (self.course, latest["step"], latest["stamp"]),
        ).fetchone()
        return used is None

    def _add_revision(
        self, connection: Connection, step: str, slot: str, kind: str, code: str | None
    ) -> None:
        identity = self._identity(connection)
        connection.execute(
            "INSERT INTO revisions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                identity.id, identity.installation, identity.sequence, identity.stamp,
                identity.time, identity.time, identity.session, self.course, step, slot, kind, code,
            ),
        )  # fmt: skip


def _attempt(row: Row) -> Attempt:
    fields: dict[str, Any] = dict(row)
    for name in ("course", "stamp"):
        del fields[name]
    fields["seed"] = None if fields["seed"] is None else int(fields["seed"])
    fields["versions"] = json.loads(fields["versions"])
    fields["details"] = json.loads(fields["details"])
    return Attempt(**fields)


def _clean(text: str) -> str:
    """`text` as it can be stored: what is not Unicode text becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


__all__ = ["Store"]
