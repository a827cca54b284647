"""Words for a Run that hit a limit: which one, its value, the line that was running, what to do."""

from __future__ import annotations

from tutor.clinic import texts
from tutor.events import Explanation, LimitHit


def explain(hit: LimitHit, language: str) -> Explanation:
    """What the limit means, in `language` ("en", "zh-CN")."""
    words = texts.text_for(language, "limit", hit.name)
    where = texts.entry(language, "limit")["at"] if hit.line else ""
    params = {
        "value": _amount(hit),
        "line": str(hit.line),
        "source": hit.source[:120],
    }
    params["at"] = texts.fill(where, params)
    return Explanation(
        cause=f"limit-{hit.name}",
        title=texts.fill(words["title"], params),
        text=texts.fill(words["text"], params),
        line=hit.line,
        fix=texts.fill(words["fix"], params),
    )


def _amount(hit: LimitHit) -> str:
    if hit.name in ("wall", "cpu"):
        return f"{hit.value:g} s"
    if hit.name in ("memory", "output", "scratch"):
        for unit, size in (("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)):
            if hit.value >= size:
                return f"{hit.value / size:.4g} {unit}"
        return f"{hit.value:g} B"
    return f"{hit.value:g}"
