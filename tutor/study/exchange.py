"""All of a learner's work as documented JSON (docs/store.md), and merging it.

A merge is a union: records are known by their ids, of two states of one record the later wins. So
it does not matter in which order machines exchange, nor how often.
"""

from __future__ import annotations

import json
import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from sqlite3 import Connection, Row
from typing import Annotated, Any, Literal

import msgspec

from tutor import __version__
from tutor.errors import NotAnExport, StoreUnavailable
from tutor.locale import translator
from tutor.study.records import Attempt, Grade, ImportReport, Review

_ = translator("study")

FORMAT = "jax-tutor-work"
VERSION = 2
"""1 had no reviews; it is read as well."""

_Id = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
_Name = Annotated[str, msgspec.Meta(max_length=200)]
_Stamp = Annotated[int, msgspec.Meta(ge=0, le=8_000_000_000_000_000)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
_Time = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$")]
_Seconds = Annotated[float, msgspec.Meta(ge=0)]


class _Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class AttemptRecord(_Record, frozen=True, kw_only=True):
    id: _Id
    installation: _Id
    sequence: _Count
    stamp: _Stamp
    time: _Time
    session: _Name
    course: _Name
    step: _Name
    slot: _Name
    kind: _Name
    code: str
    verdict: Literal["", "pass", "fail", "not-checked"]
    feedback: _Name
    cause: _Name
    line: _Count
    guess: str
    hints: _Count
    seed: int | None
    digest: _Name
    status: _Name
    output: str
    language: _Name
    duration: _Seconds
    versions: dict[str, str]
    details: dict[str, str]


class RevisionRecord(_Record, frozen=True, kw_only=True):
    id: _Id
    installation: _Id
    sequence: _Count
    stamp: _Stamp
    time: _Time
    updated: _Time
    session: _Name
    course: _Name
    step: _Name
    slot: _Name
    kind: Literal["edit", "reset", "undo", "restore"]
    code: str | None


class ReviewRecord(_Record, frozen=True, kw_only=True):
    id: _Id
    installation: _Id
    sequence: _Count
    stamp: _Stamp
    time: _Time
    session: _Name
    course: _Name
    step: _Name
    item: _Name
    grade: Grade
    answer: str
    seconds: _Seconds
    language: _Name


class VisitRecord(_Record, frozen=True, kw_only=True):
    installation: _Id
    course: _Name
    step: _Name
    first: _Time
    last: _Time
    seconds: _Seconds


class PlaceRecord(_Record, frozen=True, kw_only=True):
    course: _Name
    stamp: _Stamp
    lesson: _Name
    step: _Name
    slot: _Name
    scroll: _Count
    row: _Count
    column: _Count
    language: _Name


class Work(_Record, frozen=True, kw_only=True):
    """A whole export."""

    format: Literal["jax-tutor-work"]
    version: Literal[1, 2]
    app: str
    exported: _Time
    installation: _Id
    attempts: tuple[AttemptRecord, ...]
    revisions: tuple[RevisionRecord, ...]
    visits: tuple[VisitRecord, ...]
    places: tuple[PlaceRecord, ...]
    reviews: tuple[ReviewRecord, ...] = ()


# --- out of the store ------------------------------------------------------------------------


def dump(connection: Connection, installation: str) -> Work:
    """All records, in a fixed order, as of one moment."""
    connection.execute("BEGIN")
    try:
        attempts = connection.execute("SELECT * FROM attempts ORDER BY stamp, id").fetchall()
        revisions = connection.execute("SELECT * FROM revisions ORDER BY stamp, id").fetchall()
        reviews = connection.execute("SELECT * FROM reviews ORDER BY stamp, id").fetchall()
        visits = connection.execute("SELECT * FROM visits ORDER BY 1, 2, 3").fetchall()
        places = connection.execute("SELECT * FROM places ORDER BY course").fetchall()
    finally:
        connection.execute("ROLLBACK")
    return Work(
        format="jax-tutor-work",
        version=2,
        app=__version__,
        exported=datetime.now(UTC).isoformat(timespec="milliseconds"),
        installation=installation,
        attempts=tuple(AttemptRecord(**_attempt_fields(row)) for row in attempts),
        revisions=tuple(RevisionRecord(**dict(row)) for row in revisions),
        visits=tuple(VisitRecord(**dict(row)) for row in visits),
        places=tuple(PlaceRecord(**dict(row)) for row in places),
        reviews=tuple(ReviewRecord(**dict(row)) for row in reviews),
    )


def write(path: Path, work: Work) -> None:
    """Write `work` as JSON, in one go. Raises StoreUnavailable."""
    text = msgspec.json.format(msgspec.json.encode(work), indent=2)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        fresh = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text + b"\n")
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise StoreUnavailable(
            _("Cannot write {path}: {reason}. Name a file in a folder that you may write.").format(
                path=path, reason=error.strerror or error
            )
        ) from error


def _attempt_fields(row: Row) -> dict[str, Any]:
    fields: dict[str, Any] = dict(row)
    fields["seed"] = None if fields["seed"] is None else int(fields["seed"])
    fields["versions"] = json.loads(fields["versions"])
    fields["details"] = json.loads(fields["details"])
    return fields


# --- into the store --------------------------------------------------------------------------


def read(path: Path) -> Work:
    """The export at `path`. Raises NotAnExport, which says why."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotAnExport(
            _("Cannot read {path}: {reason}. Nothing was changed.").format(
                path=path, reason=error.strerror or error
            )
        ) from error
    try:
        version = msgspec.json.decode(data, type=_Head).version
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise NotAnExport(
            _("{path} is not an export of jax-tutor. Nothing was changed.").format(path=path)
        ) from None
    if version > VERSION:
        raise NotAnExport(
            _(
                "{path} was exported by a newer jax-tutor (format {found}; this one reads up to "
                "{known}). Update jax-tutor here. Nothing was changed."
            ).format(path=path, found=version, known=VERSION)
        )
    try:
        return msgspec.json.decode(data, type=Work)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise NotAnExport(
            _("{path} is an export that was altered: {reason}. Nothing was changed.").format(
                path=path, reason=error
            )
        ) from None


class _Head(msgspec.Struct):
    format: Literal["jax-tutor-work"]
    version: Annotated[int, msgspec.Meta(ge=1)]


def merge(connection: Connection, work: Work, course: str) -> ImportReport:
    """Take in what is not known, in the transaction that is open."""
    attempts = drafts = reviews = known = 0
    steps: set[str] = set()
    for attempt in work.attempts:
        if _insert(connection, "attempts", _attempt_row(attempt)):
            attempts += 1
            steps.update([attempt.step] if attempt.course == course else [])
        else:
            known += 1
    for revision in work.revisions:
        row = msgspec.structs.asdict(revision)
        if _insert(connection, "revisions", row) or _later_revision(connection, row):
            drafts += 1
            steps.update([revision.step] if revision.course == course else [])
        else:
            known += 1
    for review in work.reviews:
        if _insert(connection, "reviews", msgspec.structs.asdict(review)):
            reviews += 1
            steps.update([review.step] if review.course == course else [])
        else:
            known += 1
    for visit in work.visits:
        connection.execute(
            "INSERT INTO visits VALUES (:installation, :course, :step, :first, :last, :seconds) "
            "ON CONFLICT DO UPDATE SET first = min(first, :first), last = max(last, :last), "
            "seconds = max(seconds, :seconds)",
            msgspec.structs.asdict(visit),
        )
    for place in work.places:
        connection.execute(
            "INSERT INTO places VALUES (:course, :stamp, :lesson, :step, :slot, :scroll, :row, "
            ":column, :language) ON CONFLICT DO UPDATE SET stamp = :stamp, lesson = :lesson, "
            'step = :step, slot = :slot, scroll = :scroll, row = :row, "column" = :column, '
            'language = :language WHERE (stamp, lesson, step, slot, scroll, row, "column", '
            "language) < (:stamp, :lesson, :step, :slot, :scroll, :row, :column, :language)",
            msgspec.structs.asdict(place),
        )
    return ImportReport(
        attempts=attempts,
        drafts=drafts,
        reviews=reviews,
        steps=tuple(sorted(steps)),
        known=known,
    )


def insert_attempt(connection: Connection, course: str, attempt: Attempt, stamp: int) -> None:
    """Add a row for `attempt`, which has all its fields."""
    row = {
        name: getattr(attempt, name)
        for name in AttemptRecord.__struct_fields__
        if name not in ("course", "stamp")
    }
    row |= {
        "course": course,
        "stamp": stamp,
        "seed": None if attempt.seed is None else str(attempt.seed),
        "versions": _object(attempt.versions),
        "details": _object(attempt.details),
    }
    _insert(connection, "attempts", row)


def insert_review(connection: Connection, course: str, review: Review, stamp: int) -> None:
    """Add a row for `review`, which has all its fields."""
    row = {
        name: getattr(review, name)
        for name in ReviewRecord.__struct_fields__
        if name not in ("course", "stamp")
    }
    _insert(connection, "reviews", row | {"course": course, "stamp": stamp})


def _attempt_row(attempt: AttemptRecord) -> dict[str, Any]:
    row = msgspec.structs.asdict(attempt)
    row["seed"] = None if attempt.seed is None else str(attempt.seed)
    row["versions"] = _object(attempt.versions)
    row["details"] = _object(attempt.details)
    return row


def _object(value: Any) -> str:
    return json.dumps(dict(value), ensure_ascii=False, sort_keys=True)


def _insert(connection: Connection, table: str, row: dict[str, Any]) -> bool:
    """Whether the row was new."""
    columns = ", ".join(row)
    values = ", ".join(f":{name}" for name in row)
    cursor = connection.execute(
        f"INSERT INTO {table} ({columns}) VALUES ({values}) ON CONFLICT (id) DO NOTHING", row
    )
    return cursor.rowcount == 1


def _later_revision(connection: Connection, row: dict[str, Any]) -> bool:
    """Of two states of one revision the later stays. Whether the given one was it."""
    cursor = connection.execute(
        "UPDATE revisions SET stamp = :stamp, updated = :updated, code = :code WHERE id = :id "
        "AND (stamp, updated, coalesce(code, '')) < (:stamp, :updated, coalesce(:code, ''))",
        row,
    )
    return cursor.rowcount == 1
