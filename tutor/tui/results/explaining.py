"""Evidence in words. The clinic is loaded at the first error, not with the first page."""

from __future__ import annotations

from tutor.events import Evidence, Explanation
from tutor.locale import language


def explanation(evidence: Evidence, source: str) -> Explanation | None:
    """What the clinic makes of `evidence`, in the language that speaks."""
    from tutor.clinic import match

    return match.explain(evidence, source, language())
