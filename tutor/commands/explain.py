"""`jax-tutor explain`: a traceback from anywhere, in words."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path

import msgspec

from tutor import locale
from tutor.clinic import match, pasted
from tutor.errors import UsageError
from tutor.events import Evidence, Explanation
from tutor.locale import translator
from tutor.settings import Settings

_ = translator("clinic")

COLUMNS = 78


def explain(file: str, *, json: bool = False, settings: Settings) -> int:
    """Explains the traceback in `file` ("-": standard input); 1 when nothing is recognised."""
    evidence = pasted.evidence_of(_read(file))
    found = match.explain(evidence, _source(evidence), locale.language()) if evidence else None
    if json:
        print(jsonlib.dumps(_as_json(evidence, found), ensure_ascii=False, indent=2))
        return 0 if found else 1
    if evidence is None:
        print(_("There is no Python traceback in this text."), file=sys.stderr)
        return 1
    if found is None:
        print(_("This error is not known here. The original:"), file=sys.stderr)
        error = evidence.exceptions[0]
        print(f"{error.name}: {error.message}" if error.message else error.name, file=sys.stderr)
        return 1
    print("\n".join(_shown(evidence, found)))
    return 0


def _read(file: str) -> str:
    if file == "-":
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    try:
        return Path(file).read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise UsageError(
            _("Cannot read {path}: {reason}.").format(path=file, reason=error.strerror or error)
        ) from error


def _source(evidence: Evidence | None) -> str:
    """The program that failed, when it still lies where the traceback says."""
    if evidence is None:
        return ""
    path = Path(evidence.filename)
    frame = evidence.exceptions[0].frames[-1:] if evidence.exceptions else ()
    try:
        if path.suffix != ".py" or path.stat().st_size > 1 << 20:
            return ""
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError):
        return ""
    lines = text.split("\n")
    same = (
        bool(frame)
        and 0 < frame[0].line <= len(lines)
        and (not frame[0].source or lines[frame[0].line - 1].strip() == frame[0].source)
    )
    return text if same else ""


def _shown(evidence: Evidence, found: Explanation) -> list[str]:
    frames = [frame for info in evidence.exceptions for frame in info.frames]
    own = next((frame for frame in reversed(frames) if frame.line == found.line), None)
    lines = [f"{evidence.exceptions[0].name}: {found.title}"]
    if own is not None and own.source:
        lines += ["", f"  > {own.line}  {own.source}"]
    for label, text in ((_("Why"), found.text), (_("Fix"), found.fix)):
        if text:
            lines += ["", label]
            for part in text.split("\n"):
                lines += [f"  {line}" for line in locale.wrap(part, COLUMNS)]
    if found.learn:
        lines += ["", _("Learn: jax-tutor open {step}").format(step=found.learn)]
    return lines


def _as_json(evidence: Evidence | None, found: Explanation | None) -> dict[str, object]:
    error = evidence.exceptions[0] if evidence and evidence.exceptions else None
    return {
        "error": None
        if error is None or evidence is None
        else {"name": error.name, "message": error.message, "line": evidence.line},
        "explanation": msgspec.to_builtins(found),
    }
