"""A comparison of `compare` as a table with bars, and in words."""

from __future__ import annotations

import math

from rich.text import Text

from tutor.charts.numbers import in_unit, percent, ratio, seconds
from tutor.charts.text import clean, plain_ascii
from tutor.events import Contestant, Timing
from tutor.locale import cut, pad, translator, width, wrap

_ = translator("charts")

EIGHTHS = " ▏▎▍▌▋▊▉█"
LEAST_BAR = 6
NARROW = 30
"""Below this width a table makes no sense: sentences stand instead."""
FAINT = "bright_black"


def timing(event: Timing, width: int, *, colour: bool = True, unicode: bool = True) -> Text:
    """The table: first call, then the median and its spread, bars; then what follows from it.

    Columns that do not fit are left out: the bars first, then first call, then spread. In less
    than 30 cells sentences stand instead.
    """
    width = max(1, width)
    if not event.rows:
        return Text(cut(_("nothing was timed"), width))
    table = width >= NARROW
    lines = _table(event.rows, width, colour, unicode) if table else []
    indent = "  " if table else ""
    for sentence in _conclusions(event) if table else timing_words(event):
        for line in wrap(_ascii(sentence, unicode), width - len(indent)):
            lines.append(Text(cut(indent + line, width, "")))
    picture = Text("\n").join(lines)
    picture.no_wrap = True
    return picture


def timing_title(event: Timing) -> str:
    """What was compared and how long it took: "compare, 31 rounds in 0.9 s"."""
    rounds = max((row.rounds for row in event.rows), default=0)
    return _("{label}, {rounds} rounds in {seconds}").format(
        label=clean(event.label), rounds=rounds, seconds=seconds(event.seconds)
    )


def timing_words(event: Timing) -> list[str]:
    """A sentence for each contestant, then what follows."""
    if not event.rows:
        return [_("nothing was timed")]
    sentences = [
        _("{name}: first call {first}, then {median} (spread {spread}).").format(
            name=clean(row.name),
            first=seconds(row.first),
            median=seconds(row.median),
            spread=percent(row.spread),
        )
        for row in event.rows
    ]
    return sentences + _conclusions(event)


def _table(rows: tuple[Contestant, ...], wide: int, colour: bool, unicode: bool) -> list[Text]:
    unit = _unit([row.median for row in rows])
    columns: list[tuple[str, list[str]]] = [
        ("", [clean(row.name) for row in rows]),
        (_("first call"), [seconds(row.first) for row in rows]),
        (_("then, median"), [in_unit(row.median, unit) for row in rows]),
        (_("spread"), [percent(row.spread) for row in rows]),
    ]
    columns = [
        (_ascii(head, unicode), [_ascii(cell, unicode) for cell in cells])
        for head, cells in columns
    ]
    for drop in (None, 1, 2):
        if drop is not None:
            columns.pop(drop)
        needed = _name_room(columns, wide)
        if needed >= min(_widest(columns[0]), 8):
            break
    name_room = max(1, min(_widest(columns[0]), _name_room(columns, wide)))
    bar_room = wide - 2 - name_room - _rest(columns) - 3
    lines = [_line(columns, -1, name_room, wide, FAINT if colour else "", unicode)]
    slowest = max((row.median for row in rows if math.isfinite(row.median)), default=0.0)
    for index, row in enumerate(rows):
        line = _line(columns, index, name_room, wide, "", unicode)
        if bar_room >= LEAST_BAR:
            measured = slowest > 0 and 0 <= row.median <= slowest
            bar = _bar(row.median / slowest if measured else 0.0, bar_room, unicode)
            line.append("   ")
            line.append(bar, "cyan" if colour else None)
            line.rstrip()
        lines.append(line)
    return [line for line in lines if line.plain.strip() or line is not lines[0]]


def _widest(column: tuple[str, list[str]]) -> int:
    return max(width(text) for text in [column[0], *column[1]])


def _rest(columns: list[tuple[str, list[str]]]) -> int:
    """Cells that all columns but the names take."""
    return sum(3 + _widest(column) for column in columns[1:])


def _name_room(columns: list[tuple[str, list[str]]], wide: int) -> int:
    return wide - 2 - _rest(columns)


def _line(
    columns: list[tuple[str, list[str]]],
    index: int,
    name_room: int,
    wide: int,
    style: str,
    unicode: bool,
) -> Text:
    """One line of the table; -1 is the head."""

    def cell(column: tuple[str, list[str]]) -> str:
        return column[0] if index < 0 else column[1][index]

    mark = "…" if unicode else "~"
    text = "  " + pad(cut(cell(columns[0]), name_room, mark), name_room)
    for column in columns[1:]:
        text += "   " + pad(cell(column), _widest(column), "right")
    return Text(cut(text, wide, ""), style)


def _bar(share: float, room: int, unicode: bool) -> str:
    if not unicode:
        return "#" * max(1, round(share * room))
    eighths = max(1, round(share * room * 8))
    full, part = divmod(min(eighths, room * 8), 8)
    return EIGHTHS[8] * full + (EIGHTHS[part] if part else "")


def _unit(medians: list[float]) -> str:
    longest = max(medians)
    return "s" if longest >= 0.5 else "ms" if longest >= 1e-4 else "µs"


def _conclusions(event: Timing) -> list[str]:
    """Same results or not; the fastest against each other one."""
    said = []
    if event.same is not None:
        said.append(_("Same results: yes.") if event.same else _("Same results: NO."))
    if len(event.rows) < 2:
        return said
    unclear = {frozenset(pair) for pair in event.undecided}
    fastest = min(event.rows, key=lambda row: row.median)
    for row in event.rows:
        if row is fastest:
            continue
        names = {"fast": clean(fastest.name), "slow": clean(row.name)}
        if frozenset((fastest.name, row.name)) in unclear:
            noise = percent(max(fastest.spread, row.spread))
            said.append(
                _("{fast} against {slow}: too close to tell on this machine (noise {noise}).")
                .format(noise=noise, **names)
            )  # fmt: skip
        elif fastest.median > 0 and math.isfinite(row.median):
            times = ratio(row.median / fastest.median)
            said.append(_("{fast} against {slow}: {times}x faster.").format(times=times, **names))
    return said


def _ascii(text: str, unicode: bool) -> str:
    return text if unicode else plain_ascii(text)
