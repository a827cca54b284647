"""The store's tables, as migrations. docs/store.md describes them; never change an old entry."""

from __future__ import annotations

import sqlite3

APPLICATION_ID = 0x4A585455
"""In the file's header: "JXTU"."""

MIGRATIONS: list[tuple[str, ...]] = [
    (
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        """CREATE TABLE attempts (
            id TEXT PRIMARY KEY,
            installation TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            stamp INTEGER NOT NULL,
            time TEXT NOT NULL,
            session TEXT NOT NULL,
            course TEXT NOT NULL,
            step TEXT NOT NULL,
            slot TEXT NOT NULL,
            kind TEXT NOT NULL,
            code TEXT NOT NULL,
            verdict TEXT NOT NULL,
            feedback TEXT NOT NULL,
            cause TEXT NOT NULL,
            line INTEGER NOT NULL,
            guess TEXT NOT NULL,
            hints INTEGER NOT NULL,
            seed TEXT,
            digest TEXT NOT NULL,
            status TEXT NOT NULL,
            output TEXT NOT NULL,
            language TEXT NOT NULL,
            duration REAL NOT NULL,
            versions TEXT NOT NULL,
            details TEXT NOT NULL
        ) WITHOUT ROWID""",
        "CREATE INDEX attempts_step ON attempts (course, step, stamp)",
        "CREATE INDEX attempts_stamp ON attempts (stamp)",
        """CREATE TABLE revisions (
            id TEXT PRIMARY KEY,
            installation TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            stamp INTEGER NOT NULL,
            time TEXT NOT NULL,
            updated TEXT NOT NULL,
            session TEXT NOT NULL,
            course TEXT NOT NULL,
            step TEXT NOT NULL,
            slot TEXT NOT NULL,
            kind TEXT NOT NULL,
            code TEXT
        ) WITHOUT ROWID""",
        "CREATE INDEX revisions_step ON revisions (course, step, slot, stamp)",
        "CREATE INDEX revisions_stamp ON revisions (stamp)",
        """CREATE TABLE visits (
            installation TEXT NOT NULL,
            course TEXT NOT NULL,
            step TEXT NOT NULL,
            first TEXT NOT NULL,
            last TEXT NOT NULL,
            seconds REAL NOT NULL,
            PRIMARY KEY (installation, course, step)
        ) WITHOUT ROWID""",
        """CREATE TABLE places (
            course TEXT PRIMARY KEY,
            stamp INTEGER NOT NULL,
            lesson TEXT NOT NULL,
            step TEXT NOT NULL,
            slot TEXT NOT NULL,
            scroll INTEGER NOT NULL,
            row INTEGER NOT NULL,
            "column" INTEGER NOT NULL,
            language TEXT NOT NULL
        ) WITHOUT ROWID""",
    ),
    (
        """CREATE TABLE reviews (
            id TEXT PRIMARY KEY,
            installation TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            stamp INTEGER NOT NULL,
            time TEXT NOT NULL,
            session TEXT NOT NULL,
            course TEXT NOT NULL,
            step TEXT NOT NULL,
            item TEXT NOT NULL,
            grade TEXT NOT NULL,
            answer TEXT NOT NULL,
            seconds REAL NOT NULL,
            language TEXT NOT NULL
        ) WITHOUT ROWID""",
        "CREATE INDEX reviews_item ON reviews (course, item, stamp)",
        "CREATE INDEX reviews_stamp ON reviews (stamp)",
    ),
]


def version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables up to date, in the transaction that is open: all of it or nothing."""
    for number in range(version(connection), len(MIGRATIONS)):
        for statement in MIGRATIONS[number]:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number + 1}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
