"""What the learner's process wrote, made fit to be shown: no control characters, bounded."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from tutor.events import Evidence

MAX_EVIDENCE = 256 << 10
"""Bytes of evidence that a verdict carries at most."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def clean(text: str, limit: int) -> str:
    """`text` without control characters (but newline and tab), its tail cut at `limit`."""
    return _CONTROL.sub("\ufffd", text[:limit])


def clean_evidence(evidence: Evidence) -> Evidence:
    """The same evidence with clean texts; only its first exception when it is too large."""
    if len(msgspec.json.encode(evidence)) > MAX_EVIDENCE:
        first = evidence.exceptions[:1]
        evidence = Evidence(
            kind=evidence.kind,
            exceptions=tuple(
                msgspec.structs.replace(
                    info, bases=info.bases[:20], message=info.message[:4000], notes=(),
                    frames=(), library=(), name=info.name[:200], module=info.module[:200],
                )
                for info in first
            ),
            line=evidence.line,
        )  # fmt: skip
    cleaned: Evidence = msgspec.convert(_cleaned(msgspec.to_builtins(evidence)), Evidence)
    return cleaned


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value, MAX_EVIDENCE)
    if isinstance(value, list | tuple):
        return [_cleaned(part) for part in value]
    if isinstance(value, dict):
        return {_cleaned(key): _cleaned(part) for key, part in value.items()}
    return value
