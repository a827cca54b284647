"""Whether an answer behaves differently from the solution that it was made from.

Knows nothing of checks. Both programs run side by side in a process of their own, are called by
hand-made plans (`tests.lessons.plans`) with the same 200 inputs, and what comes back is compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tests.lessons.batch import NotStarted, work

Kind = Literal["different", "equivalent", "broken"]


@dataclass(frozen=True)
class Opinion:
    kind: Kind
    """broken: does not run to its end."""
    reason: str


class PlanBroken(Exception):
    """The plan does not fit the solution itself."""


def opinions(step: str, pairs: Sequence[tuple[str, str]], devices: int = 1) -> list[Opinion]:
    """One for each pair of a solution and an answer. Raises PlanBroken."""
    try:
        found = work("tests.lessons.oracle_worker", {"step": step}, pairs, devices)
    except NotStarted as error:
        raise PlanBroken(f"{step}: {error}") from None
    return [
        Opinion("broken", one) if isinstance(one, str) else Opinion(one["kind"], one["reason"])
        for one in found
    ]
