"""The line above a result, and its words."""

from __future__ import annotations

from textual.content import Content

from tutor import events
from tutor.locale import translator
from tutor.tui import look
from tutor.tui.text import row, width

_ = translator("tui")


def rule(title: str, cells: int, note: str = "", style: str = look.STRONG) -> Content:
    """`title` in a line across the page, `note` at its right end."""
    right = f" {note} ─" if note else ""
    room = max(0, cells - width(title) - width(right) - 4)
    return row(
        ("─ ", look.RULE), (title, style), " ", ("─" * (room + 1), look.RULE), (right, look.DIM)
    )


def seconds(value: float) -> str:
    """A time as a person says it."""
    if value < 0.0095:
        return f"{value * 1e3:.1f} ms"
    if value < 10:
        return f"{value:.2f} s"
    return f"{value:.0f} s"


def words(
    number: int,
    done: events.Done | None,
    *,
    checking: bool,
    xray: bool = False,
    line: int = 0,
    told: bool = True,
) -> str:
    """What the rule says: which Run this was and how it ended. `told`: an error stands below."""
    name = (_("Check {number}") if checking else _("Run {number}")).format(number=number)
    if xray:
        name = _("X-ray: the same code once more")
    if done is None:
        return name
    match done.status:
        case "raised" if not told:
            how = seconds(done.seconds)
        case "ok":
            how = seconds(done.seconds)
            if done.compile_seconds >= 0.01:
                how = _("{time} (compile {compiling})").format(
                    time=how, compiling=seconds(done.compile_seconds)
                )
        case "raised":
            how = _("stopped at line {line}").format(line=line) if line else _("ended by an error")
        case "limit":
            limits = {
                "wall": _("time limit"),
                "cpu": _("processor time limit"),
                "memory": _("memory limit"),
                "output": _("output limit"),
                "threads": _("thread limit"),
                "scratch": _("scratch space limit"),
                "files": _("file limit"),
            }
            which = limits[done.limit.name] if done.limit else _("limit")
            how = _("stopped: {limit}").format(limit=which)
        case "refused":
            how = _("refused by the sandbox")
        case "stopped":
            how = _("stopped by you before it began")
            if done.seconds > 0:
                how = _("stopped by you after {time}").format(time=seconds(done.seconds))
        case "crashed":
            how = _("crashed")
    return f"{name} · {how}"
