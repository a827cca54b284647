"""`curves`: several series as one plot, in braille or ASCII."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.text import Text

from tutor.charts.axis import Axis, ticks, value_axis, wants_log
from tutor.charts.lines import lines
from tutor.charts.numbers import number
from tutor.charts.points import Point, Series, breaks, is_finite
from tutor.charts.raster import BRAILLE, Cells, dots_per_cell, merge, raster
from tutor.charts.text import clean, plain_ascii
from tutor.locale import cut, pad, translator
from tutor.locale import width as cells

_ = translator("charts")

STYLES = ("cyan", "yellow", "magenta", "green", "blue", "red")
MARKERS = "*+o#@%"
FAINT = "bright_black"
MOST_DRAWN = 24
NARROW = 40
"""Below this width labels stand in a line above the plot."""

Styled = list[tuple[str, str]]
"""A line as pieces of text and their styles."""


def curves(
    series: Series,
    width: int,
    height: int,
    *,
    earlier: Iterable[Series] = (),
    log_scale: bool | Literal["auto"] = "auto",
    cursor: float | None = None,
    unit: str = "",
    colour: bool = True,
    unicode: bool = True,
) -> Text:
    """Draw `series` in at most `width` x `height` cells, `earlier` attempts faint behind them.

    `cursor` is a step at which a faint line stands; `unit` is what steps are called.

    Each curve has its name and last value at its right end. A value that is not finite breaks its
    curve and is marked with a cross. "auto" takes a logarithmic scale when all values are positive
    and span two orders of magnitude.
    """
    width, height = max(1, width), max(1, height)
    shown = dict(list(series.items())[:MOST_DRAWN])
    behind = list(earlier)
    plan = _plan(shown, behind, width, height, log_scale, unicode)
    if plan is None:
        empty = _("no finite value to draw") if any(shown.values()) else _("no points yet")
        return Text(cut(empty, width, "" if not unicode else "…"), style=FAINT if colour else "")
    painted = _Painter(plan, colour, unicode, unit or _("step")).paint(shown, behind, cursor)
    text = Text("\n").join(_assemble(line) for line in painted[:height])
    text.no_wrap = True
    return text


@dataclass(frozen=True)
class _Plan:
    """Where everything stands."""

    x: Axis
    y: Axis
    columns: int
    rows: int
    marker: str
    gutter: int
    """Cells left of the canvas, axis line included; 0 without an axis."""
    side: int
    """Cells right of the canvas, for labels."""
    legend: bool
    below: bool
    """Whether axis line and step labels stand below."""
    whole_steps: bool

    @property
    def slack(self) -> float:
        """Half a dot of braille is an eighth of a cell; a whole character is too much."""
        return 0.5 if self.marker == BRAILLE else 0.0


def _plan(
    shown: Series,
    behind: list[Series],
    width: int,
    height: int,
    log_scale: bool | Literal["auto"],
    unicode: bool,
) -> _Plan | None:
    finite = [p for points in shown.values() for p in points if is_finite(p)]
    old = [p for one in behind for points in one.values() for p in points if is_finite(p)]
    basis = finite or old
    if not basis:
        return None
    log = wants_log([value for _step, value in basis], log_scale)
    usable = [value for _step, value in basis if value > 0] if log else [v for _s, v in basis]
    low, high = min(usable), max(usable)
    if finite and old:
        low, high = _reach(low, high, [value for _step, value in old], log)
    everything = [*shown.values(), *(points for one in behind for points in one.values())]
    steps = [step for points in everything for step, _value in points if math.isfinite(step)]
    side, legend = _label_room(shown, width, 1 if unicode else 3)
    below = height >= 5
    rows = max(1, height - (2 if below else 0) - (1 if legend and height >= 7 else 0))
    marker = BRAILLE if unicode else MARKERS[0]
    across, down = dots_per_cell(marker)
    y = value_axis(low, high, rows * down, log)
    gutter = _gutter(y, rows, width - side)
    columns = max(1, width - side - gutter)
    return _Plan(
        x=value_axis(min(steps), max(steps), columns * across, False),
        y=y,
        columns=columns,
        rows=rows,
        marker=marker,
        gutter=gutter,
        side=side,
        legend=legend and height >= 7,
        below=below,
        whole_steps=all(float(step).is_integer() for step in steps),
    )


def _reach(low: float, high: float, old: list[float], log: bool) -> tuple[float, float]:
    """Limits that show earlier attempts too, unless they would squeeze the newest one."""
    if log:
        reach = max(high / low, 10.0)
        floor, ceiling = low / reach, high * reach
        old = [value for value in old if value > 0]
    else:
        span = (high / 2 - low / 2) or abs(low) / 2 or 0.5
        floor, ceiling = low - span * 2, high + span * 2
    inside = [value for value in old if floor <= value <= ceiling]
    return min([low, *inside]), max([high, *inside])


def _label(name: str, points: Sequence[Point], room: int = 200, mark: str = "…") -> str:
    """Name and last value; when there is too little room the name is cut first."""
    last = f"  {number(points[-1][1])}" if points else ""
    return cut(cut(clean(name), max(1, room - len(last)), mark) + last, room, mark)


def _label_room(shown: Series, width: int, gap: int) -> tuple[int, bool]:
    """Cells for labels at the right, and whether they stand in a line above instead."""
    if width < NARROW:
        return 0, width >= 10
    longest = max((cells(_label(name, points)) for name, points in shown.items()), default=0)
    return min(longest + gap, width * 2 // 5), False


def _gutter(y: Axis, rows: int, room: int) -> int:
    labels = [label for _value, label in ticks(y, _tick_count(rows))]
    wide = max((len(label) for label in labels), default=0)
    if room >= wide + 12:
        return wide + 2
    return 1 if room >= 6 else 0


def _tick_count(rows: int) -> int:
    return max(1, rows // 3)


class _Painter:
    """Puts series, axes and labels onto lines of text."""

    def __init__(self, plan: _Plan, colour: bool, unicode: bool, unit: str) -> None:
        self._plan = plan
        self._unit = unit
        self._colour = colour
        self._unicode = unicode
        self._canvas: dict[tuple[int, int], tuple[str, str]] = {}

    def paint(
        self, shown: Series, behind: list[Series], cursor: float | None = None
    ) -> list[Styled]:
        plan = self._plan
        if cursor is not None:
            self._stand(cursor)
        for old in behind:
            for points in old.values():
                self._lay(self._earlier(points), FAINT)
        for index, points in enumerate(shown.values()):
            marker = plan.marker if plan.marker == BRAILLE else MARKERS[index % len(MARKERS)]
            self._lay(
                raster(lines(points, plan.x, plan.y, plan.slack), plan.columns, plan.rows, marker),
                _style(index),
            )
        for points in shown.values():
            self._mark_breaks(points)
        painted = [self._legend(shown)] if plan.legend else []
        labels = self._labels(shown)
        scale = self._scale()
        painted += [
            [*scale[row], *self._row(row), *labels.get(row, [])] for row in range(plan.rows)
        ]
        if plan.below:
            painted += self._steps()
        return painted

    def _styled(self, style: str) -> str:
        return style if self._colour else ""

    def _earlier(self, points: Sequence[Point]) -> Cells:
        """Faint where there is colour, else single points."""
        plan = self._plan
        drawn = lines(points, plan.x, plan.y, plan.slack)
        if self._colour and plan.marker == BRAILLE:
            return raster(drawn, plan.columns, plan.rows, BRAILLE)
        across, down = dots_per_cell(plan.marker)
        coarse = tuple(tuple((x // across, y // down) for x, y in line) for line in drawn)
        cells = raster(coarse, plan.columns, plan.rows, ".")
        return dict.fromkeys(cells, "·" if self._unicode else ".")

    def _lay(self, cells: Cells, style: str) -> None:
        for place, character in cells.items():
            under = self._canvas.get(place)
            if under and under[1] != FAINT and self._plan.marker == BRAILLE:
                character = merge(under[0], character)
            self._canvas[place] = character, style

    def _stand(self, cursor: float) -> None:
        """A faint line over all rows; curves are drawn over it."""
        place = self._plan.x.dot(cursor)
        if place is None or not -0.5 <= place <= self._plan.x.dots - 0.5:
            return
        column = round(place) // dots_per_cell(self._plan.marker)[0]
        for row in range(self._plan.rows):
            self._canvas[column, row] = "┊" if self._unicode else ":", FAINT

    def _mark_breaks(self, points: Sequence[Point]) -> None:
        plan = self._plan
        across, down = dots_per_cell(plan.marker)
        for step, value, before in breaks(points):
            place = plan.x.dot(step)
            if place is None:
                continue
            column = min(max(round(place) // across, 0), plan.columns - 1)
            if math.isnan(value):
                up = plan.y.dot(before) if before is not None else None
                row = plan.rows - 1 - round(up) // down if up is not None else plan.rows - 1
            else:
                row = 0 if value > 0 else plan.rows - 1
            row = min(max(row, 0), plan.rows - 1)
            self._canvas[column, row] = "×" if self._unicode else "!", "bold red"

    def _row(self, row: int) -> Styled:
        pieces: Styled = []
        for column in range(self._plan.columns):
            character, style = self._canvas.get((column, row), (" ", ""))
            pieces.append((character, self._styled(style)))
        return pieces

    def _scale(self) -> list[Styled]:
        """Left of the canvas: value labels and the axis line."""
        plan = self._plan
        if not plan.gutter:
            return [[] for _row in range(plan.rows)]
        bar, tick = ("│", "┤") if self._unicode else ("|", "+")
        labels: dict[int, str] = {}
        down = dots_per_cell(plan.marker)[1]
        if plan.gutter > 1:
            for value, label in ticks(plan.y, _tick_count(plan.rows)):
                up = plan.y.dot(value)
                if up is not None and -0.5 <= up <= plan.y.dots - 0.5:
                    labels.setdefault(plan.rows - 1 - round(up) // down, label)
        faint = self._styled(FAINT)
        return [
            [(pad(labels.get(row, ""), plan.gutter - 2, "right") + " ", faint),
             (tick if row in labels else bar, faint)]
            if plan.gutter > 1 else [(bar, faint)]
            for row in range(plan.rows)
        ]  # fmt: skip

    def _steps(self) -> list[Styled]:
        """Below the canvas: the axis line and labels of steps."""
        plan = self._plan
        across = dots_per_cell(plan.marker)[0]
        corner, line, tick = ("└", "─", "┬") if self._unicode else ("+", "-", "+")
        axis = [line] * plan.columns
        below = [" "] * (plan.columns + plan.gutter)
        free_from = 0
        for value, label in ticks(plan.x, max(1, plan.columns // 10), plan.whole_steps):
            place = plan.x.dot(value)
            if place is None or not -0.5 <= place <= plan.x.dots - 0.5:
                continue
            column = min(max(round(place) // across, 0), plan.columns - 1)
            start = max(0, column + plan.gutter - len(label) // 2)
            start = min(start, len(below) - len(label))
            if start < free_from or start < 0:
                continue
            below[start : start + len(label)] = label
            free_from = start + len(label) + 1
            axis[column] = tick
        faint = self._styled(FAINT)
        left = " " * (plan.gutter - 1) + corner if plan.gutter else ""
        unit = " " + self._unit
        right = unit if cells(unit) <= plan.side else ""
        if not self._unicode:
            right = plain_ascii(right) if right.isascii() else ""
        return [[(left + "".join(axis) + right, faint)], [("".join(below).rstrip(), faint)]]

    def _labels(self, shown: Series) -> dict[int, Styled]:
        """Right of the canvas: name and last value of each curve, near its end."""
        plan = self._plan
        if plan.side < 3:
            return {}
        wanted = sorted(
            (self._end_row(points), index, name)
            for index, (name, points) in enumerate(shown.items())
        )
        rows = _spread([row for row, _index, _name in wanted], plan.rows)
        labels: dict[int, Styled] = {}
        for row, (_row, index, name) in zip(rows, wanted, strict=False):
            text = self._named(index, name, shown[name], plan.side - 1)
            labels[row] = [(" " + text, self._styled(_style(index)))]
        if len(rows) < len(wanted):
            more = f" +{len(wanted) - len(rows) + 1}"
            labels[rows[-1]] = [(more, self._styled(FAINT))]
        return labels

    def _named(self, index: int, name: str, points: Sequence[Point], room: int) -> str:
        """Without Unicode a curve is known by its marker."""
        if self._unicode:
            return _label(name, points, room)
        marker = f"{MARKERS[index % len(MARKERS)]} "
        label = _label(plain_ascii(clean(name)), points, max(0, room - 2), "~")
        return cut(marker, room, "") + label

    def _end_row(self, points: Sequence[Point]) -> int:
        last = next((value for step, value in reversed(points) if math.isfinite(value)), None)
        up = self._plan.y.dot(last) if last is not None else None
        if up is None:
            return self._plan.rows - 1
        down = dots_per_cell(self._plan.marker)[1]
        return min(max(self._plan.rows - 1 - round(up) // down, 0), self._plan.rows - 1)

    def _legend(self, shown: Series) -> Styled:
        pieces: Styled = []
        room = self._plan.gutter + self._plan.columns + self._plan.side
        for index, (name, points) in enumerate(shown.items()):
            gap = "  " if pieces else ""
            text = gap + self._named(index, name, points, room - len(gap))
            room -= cells(text)
            pieces.append((text, self._styled(_style(index))))
            if room < 10:
                break
        return pieces


def _style(index: int) -> str:
    return STYLES[index % len(STYLES)]


def _spread(rows: list[int], count: int) -> list[int]:
    """Rows for labels that want to stand at `rows` (sorted), no two on one of `count` rows."""
    rows = rows[:count]
    placed: list[int] = []
    for index, row in enumerate(rows):
        lowest = placed[-1] + 1 if placed else 0
        placed.append(max(lowest, min(row, count - (len(rows) - index))))
    return placed


def _assemble(line: Styled) -> Text:
    text = Text()
    run, style = "", ""
    for piece, wanted in line:
        if wanted != style and run:
            text.append(run, style or None)
            run = ""
        style = wanted
        run += piece
    text.append(run, style or None)
    text.rstrip()
    return text
