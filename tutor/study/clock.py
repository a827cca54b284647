"""What time it is. Everything in the store and in the schedule asks here, so a test can turn it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

Clock = Callable[[], datetime]


def now() -> datetime:
    """The present moment, in UTC."""
    return datetime.now(UTC)


def text(moment: datetime) -> str:
    """`moment` as the store writes it: UTC, ISO 8601, to the millisecond."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def moment(stored: str) -> datetime:
    """The moment that the store wrote as `stored`."""
    return datetime.fromisoformat(stored)


def day(moment: datetime) -> date:
    """The learner's calendar day of `moment`: what is due today is due from the morning on."""
    return moment.astimezone().date()
