"""What the sandbox refused. Not among the rules: the worker that was refused has said so."""

from __future__ import annotations

from tutor.clinic.case import Case, Found


def refused(case: Case) -> Found | None:
    """The cause of evidence of kind "refusal"."""
    details = case.evidence.details
    path = details.get("path", "")[:200]
    match details.get("refused"):
        case "file" if path:
            return Found("sandbox-files", "", {"path": path})
        case "file":
            return Found("sandbox-files", "unnamed", {})
        case "network":
            return Found("sandbox-network", "", {})
        case "process":
            return Found("sandbox-process", "", {})
    return None
