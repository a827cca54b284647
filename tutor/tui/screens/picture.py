"""Curves by themselves: a cursor with values, scale, axis, smoothing; and saving them."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from tutor import charts, paths
from tutor.charts import saving
from tutor.charts.numbers import number, position
from tutor.charts.points import Point, nearest, smooth
from tutor.events import Timing
from tutor.locale import translator
from tutor.study.record import RunRecord
from tutor.tui import look
from tutor.tui.results.curve import lines
from tutor.tui.text import BLANK, Paragraph, Text, plain
from tutor.tui.widgets.bar import Line

_ = translator("tui")

SMOOTHINGS = (0.0, 0.6, 0.9, 0.97)
MOST_VALUES = 8
"""Curves whose value at the cursor is told."""

Series = dict[str, list[Point]]


class PictureScreen(ModalScreen[None]):
    """The curves of a Run, or its newest timing when it has none. Esc closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f10", "dismiss", show=False),
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("shift+left,pageup", "move(-10)", show=False),
        Binding("shift+right,pagedown", "move(10)", show=False),
        Binding("home", "move(-1000000)", show=False),
        Binding("end", "move(1000000)", show=False),
        Binding("l", "scale", show=False),
        Binding("t", "axis", show=False),
        Binding("s", "smoothing", show=False),
        Binding("c", "copy", show=False),
        Binding("v", "save('svg')", show=False),
        Binding("p", "save('png')", show=False),
        Binding("d", "save('csv')", show=False),
    ]
    CSS = """
    PictureScreen { layout: vertical; background: $background; }
    PictureScreen #picture { height: 1fr; padding: 0 1; }
    """

    def __init__(self, record: RunRecord, name: str, *, unicode: bool) -> None:
        super().__init__()
        self._record = record
        self._label = name
        self._unicode = unicode
        self._log: bool | None = None
        """None: as the values ask for."""
        self._by_time = False
        self._smoothing = 0
        self._cursor: int | None = None
        """Index into the steps of all curves."""
        self._said = ""
        self._head, self._body, self._keys = Line(), Text(id="picture"), Line()

    def compose(self) -> ComposeResult:
        yield self._head
        yield self._body
        yield self._keys

    def on_mount(self) -> None:
        self._show()

    def on_resize(self) -> None:
        self._show()

    # --- what is shown ------------------------------------------------------------------------

    @property
    def _timing(self) -> Timing | None:
        if self._record.curves or not self._record.timings:
            return None
        return self._record.timings[-1]

    @property
    def _series(self) -> Series:
        weight = SMOOTHINGS[self._smoothing]
        return {name: smooth(points, weight) for name, points in self._measured.items()}

    @property
    def _measured(self) -> Series:
        return self._record.curves.series(by_time=self._by_time)

    @property
    def _scale(self) -> bool | Literal["auto"]:
        return "auto" if self._log is None else self._log

    @property
    def _unit(self) -> str:
        return _("seconds") if self._by_time else ""

    def _steps(self) -> list[float]:
        series = self._record.curves.series(by_time=self._by_time)
        return sorted({step for points in series.values() for step, _v in points if step == step})

    def _show(self) -> None:
        cells, rows = max(20, self.size.width - 2), max(6, self.size.height - 3)
        timing = self._timing
        label = self._label
        if self._smoothing and timing is None:
            label = f"{label} · {self._smoothed()}"
        self._head.set(plain(label, look.TITLE), plain(_("Esc closes"), look.DIM))
        keys = _("c copy   v SVG   p PNG   d CSV")
        if timing is None:
            keys = _("arrows values   l scale   t axis   s smooth") + "   " + keys
        style = look.WARN if self._said else look.DIM
        self._keys.set(plain(self._said or keys, style), plain(""))
        self._said = ""
        if timing is not None:
            picture = charts.timing(timing, cells, unicode=self._unicode)
            title = Paragraph(plain(charts.timing_title(timing), look.STRONG))
            shown = [title, *(Paragraph(line, divide="cut") for line in lines(picture))]
            self._body.show(shown)
            return
        told = self._values()
        raw = self._measured if self._smoothing else {}
        cursor = self._at()
        picture = charts.curves(
            self._series,
            cells,
            max(5, rows - len(told) - 1),
            earlier=[raw] if raw else (),
            log_scale=self._scale,
            cursor=cursor,
            unit=self._unit,
            unicode=self._unicode,
        )
        below = [BLANK, *told] if told else []
        self._body.show([*(Paragraph(line, divide="cut") for line in lines(picture)), *below])

    def _at(self) -> float | None:
        steps = self._steps()
        if self._cursor is None or not steps:
            return None
        return steps[min(max(self._cursor, 0), len(steps) - 1)]

    def _values(self) -> list[Paragraph]:
        at = self._at()
        if at is None:
            return []
        found = []
        smoothed = self._series if self._smoothing else {}
        for name, points in list(self._measured.items())[:MOST_VALUES]:
            point = nearest(points, at)
            if point is not None:
                mean = nearest(smoothed.get(name, ()), at)
                also = f" (~{number(mean[1], 5)})" if mean is not None else ""
                found.append(f"{name} {number(point[1], 5)}{also}")
        place = _("at {seconds} s") if self._by_time else _("at step {step}")
        said = place.format(seconds=number(at, 4), step=position(at))
        shown = _("{place}:   {values}").format(place=said, values="   ".join(found))
        return [Paragraph(plain(shown))]

    # --- keys ---------------------------------------------------------------------------------

    def action_move(self, steps: int) -> None:
        """Move the cursor from point to point; it begins at the end."""
        count = len(self._steps())
        if count and self._timing is None:
            here = count - 1 if self._cursor is None else self._cursor + steps
            self._cursor = min(max(here, 0), count - 1)
            self._show()

    def action_scale(self) -> None:
        """As the values ask for, logarithmic, linear."""
        order: list[bool | None] = [None, True, False]
        self._log = order[(order.index(self._log) + 1) % 3]
        names = {None: _("scale: automatic"), True: _("scale: log"), False: _("scale: linear")}
        self._say(names[self._log])

    def action_axis(self) -> None:
        """By step, by time."""
        self._by_time = not self._by_time
        self._cursor = None
        self._say(_("axis: time") if self._by_time else _("axis: step"))

    def action_smoothing(self) -> None:
        """From none to strong, and back."""
        self._smoothing = (self._smoothing + 1) % len(SMOOTHINGS)
        self._say(self._smoothed())

    def _smoothed(self) -> str:
        return _("smoothing: {weight}").format(weight=SMOOTHINGS[self._smoothing])

    def action_copy(self) -> None:
        """All numbers, as they were measured, into the clipboard of the terminal, also over SSH."""
        self.app.copy_to_clipboard(self._file("csv").decode())
        self._say(_("The numbers were given to the terminal's clipboard, as CSV."))

    def action_save(self, kind: str) -> None:
        """Write a file beside where the app was started."""
        folder = paths.pictures_dir()
        try:
            path: Path = saving.write(folder, self._stem(), kind, self._file(kind))
        except OSError as error:
            text = _("Cannot write to {folder}: {reason}.")
            self._say(text.format(folder=folder, reason=error.strerror or error))
            return
        self._say(_("Saved: {path}").format(path=path))

    def _file(self, kind: str) -> bytes:
        timing = self._timing
        if timing is not None:
            return saving.timing_file(timing, kind)
        if kind == "csv":
            return saving.curves_file(self._measured, kind, unit=self._unit)
        series = self._series
        if self._smoothing:
            series = {f"{name} ({self._smoothed()})": line for name, line in series.items()}
        return saving.curves_file(series, kind, log_scale=self._scale, unit=self._unit)

    def _stem(self) -> str:
        letters = (c if c.isalnum() and c.isascii() else "-" for c in self._label.lower())
        return "".join(letters).strip("-") or "picture"

    def _say(self, text: str) -> None:
        self._said = text
        self._show()
