"""What is read out of the store's tables in more than one line."""

from __future__ import annotations

import json
from sqlite3 import Connection

from tutor.study.records import Answer, Review, StepState

REVIEW_SLOT = "review"
"""Slot of what is typed and run during a review: it is no evidence about the lesson."""


def states(connection: Connection, course: str) -> dict[str, StepState]:
    """What is known of every step that is not new."""
    connection.execute("BEGIN")
    try:
        visits = connection.execute(
            "SELECT step, min(first) AS first, max(last) AS last, sum(seconds) AS seconds "
            "FROM visits WHERE course = ? GROUP BY step",
            (course,),
        ).fetchall()
        tries = connection.execute(
            "SELECT step, min(time) AS first, max(time) AS last, "
            "sum(kind NOT IN ('hint', 'solution-shown')) AS attempts, "
            "sum(kind = 'hint') AS hints, max(kind = 'solution-shown') AS shown, "
            "min(CASE WHEN verdict = 'pass' THEN time END) AS passed "
            "FROM attempts WHERE course = ? GROUP BY step",
            (course,),
        ).fetchall()
    finally:
        connection.execute("ROLLBACK")
    found = {
        row["step"]: StepState("seen", first=row["first"], last=row["last"], seconds=row["seconds"])
        for row in visits
    }
    for row in tries:
        known = found.get(row["step"], StepState("seen"))
        found[row["step"]] = StepState(
            state="passed" if row["passed"] else "tried" if row["attempts"] else "seen",
            attempts=row["attempts"],
            hints=row["hints"],
            solution_shown=bool(row["shown"]),
            first=min(filter(None, (known.first, row["first"]))),
            last=max(known.last, row["last"]),
            passed=row["passed"] or "",
            seconds=known.seconds,
        )
    return found


def hints(connection: Connection, course: str, step: str) -> int:
    """How many hints of a step were shown."""
    row = connection.execute(
        "SELECT count(*) FROM attempts WHERE course = ? AND step = ? AND kind = 'hint'",
        (course, step),
    ).fetchone()
    return int(row[0])


def reviews(connection: Connection, course: str) -> list[Review]:
    """All reviews, oldest first."""
    rows = connection.execute(
        "SELECT id, installation, sequence, time, session, step, item, grade, answer, seconds, "
        "language FROM reviews WHERE course = ? ORDER BY stamp, id",
        (course,),
    ).fetchall()
    return [Review(**dict(row)) for row in rows]


def answers(connection: Connection, course: str) -> list[Answer]:
    """What lessons showed of questions and exercises, oldest first; no code, no output."""
    rows = connection.execute(
        "SELECT step, kind, verdict, time, hints, details FROM attempts WHERE course = ? "
        "AND kind IN ('quiz', 'predict', 'check', 'solution-shown') "
        "AND slot <> ? ORDER BY stamp, id",
        (course, REVIEW_SLOT),
    ).fetchall()
    found = []
    for row in rows:
        details = json.loads(row["details"])
        number, correct = str(details.get("question", "")), details.get("correct")
        found.append(
            Answer(
                step=row["step"],
                kind=row["kind"],
                verdict=row["verdict"],
                time=row["time"],
                hints=row["hints"],
                question=int(number) if number.isdecimal() and len(number) < 4 else 0,
                correct=None if correct is None else correct == "yes",
            )
        )
    return found
