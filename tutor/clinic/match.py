"""From evidence to words, on the client's side. Never guesses: no match is None."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.clinic import texts
from tutor.events import Evidence, Explanation

if TYPE_CHECKING:
    from tutor.clinic.case import Case, Found

__all__ = ["explain", "prepare"]


def prepare() -> None:
    """Load the rules, so that the first error need not wait for them. Takes some 40 ms."""
    from tutor.clinic import causes  # noqa: F401
    from tutor.clinic.case import Case  # noqa: F401


def explain(evidence: Evidence, source: str, language: str) -> Explanation | None:
    """What `evidence` means, in `language` ("en", "zh-CN"), or None when nothing is recognised.

    `source` is the learner's text, in which the evidence counts lines; "" when nobody has it.
    """
    from tutor.clinic.case import Case  # with the rules, what the start of an app need not load
    from tutor.clinic.causes import LEARN, LEARN_VARIANT

    case = Case(evidence, source)
    try:
        found = diagnose(case)
    except Exception:  # evidence comes from a process that nobody trusts
        return None
    if found is None or not texts.entry(language, found.cause):
        return None
    line = found.line or case.line
    params = {"line": str(line or "?"), "code": "", **found.params}
    words = texts.text_for(language, found.cause, found.variant)
    return Explanation(
        cause=found.cause,
        title=texts.fill(words["title"], params),
        text=texts.fill(words["text"], params),
        line=line,
        fix=texts.fill(words["fix"], params),
        learn=LEARN_VARIANT.get((found.cause, found.variant)) or LEARN.get(found.cause, ""),
    )


def diagnose(case: Case) -> Found | None:
    """The first rule that recognises the case."""
    if case.evidence.kind == "refusal":
        from tutor.clinic.causes import sandbox

        return sandbox.refused(case)
    if case.evidence.kind == "silent":
        from tutor.clinic.causes import silent

        return silent.noticed(case)
    if case.evidence.kind not in ("exception", "syntax") or not case.evidence.exceptions:
        return None
    from tutor.clinic.causes import RULES

    for rule in RULES:
        found = rule(case)
        if found is not None:
            return found
    return None
