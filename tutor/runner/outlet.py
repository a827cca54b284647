"""What a Run says, on its way to the client: cleaned, coalesced, within its quotas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tutor.events import Block, Event, Metric, Notice, Output, Timing, encode, pack, unpack
from tutor.kit.curve import thin
from tutor.runner.loop import Loop, Timer, now
from tutor.runner.text import Cleaner

BEAT = 0.05
"""Seconds between two deliveries of text and points."""
LONGEST_TEXT = 32 << 10
"""Bytes of text in one event."""
CURVES = 64
"""Names of curves in one Run; more are left out."""
LONGEST_NAME = 200
POINTS = 2000
"""Points that pass as they are; the store refills by `REFILL` a second."""
REFILL = 400.0
HELD = 4096
BLOCKS = 4
"""Blocks may be so many times as large as the text, all together."""
SLOW = 256 << 10
"""Bytes that wait for the client; above it points are held back and thinned further."""

SEGMENTS = 32
"""Changes between text and points within one beat whose order is kept."""

Stream = Literal["stdout", "stderr"]
Point = tuple[float, dict[str, float]]


@dataclass
class _Text:
    stream: Stream
    pieces: list[str]


@dataclass
class _Points:
    points: list[Point]


class Outlet:
    """Collects what one worker sends and hands events to `emit`, in order, at most every `BEAT`.

    `full` is called once when the output limit is passed; what comes later is counted and dropped.
    `waiting` says how many bytes the client has not taken yet.
    """

    def __init__(
        self,
        loop: Loop,
        limit: int,
        emit: Callable[[Event], None],
        full: Callable[[], None],
        waiting: Callable[[], int],
    ) -> None:
        self._loop, self._limit, self._emit, self._full = loop, limit, emit, full
        self._waiting = waiting
        self._cleaners: dict[tuple[Stream, bool], Cleaner] = {}
        self._held: list[_Text | _Points] = []
        self._points = 0
        self._names: set[str] = set()
        self._taken = 0
        self._blocks = 0
        self.cut = 0
        self._cut_stream: Stream = "stdout"
        self._last = 0.0
        self._tokens, self._filled = float(POINTS), now()
        self._timer: Timer | None = None

    def text(self, stream: Stream, data: bytes, raw: bool = False) -> None:
        """Bytes of a stream; `raw` ones came past Python and are decoded apart."""
        room = self._limit - self._taken
        self._taken += len(data)
        if len(data) > room:
            if not self.cut:
                self._cut_stream = stream
                self._full()
            self.cut += len(data) - max(0, room)
            data = data[: max(0, room)]
        cleaner = self._cleaners.setdefault((stream, raw), Cleaner())
        if text := cleaner.feed(data):
            self._add_text(stream, text)
            self._soon()

    def _add_text(self, stream: Stream, text: str) -> None:
        for item in self._recent():
            if isinstance(item, _Text) and item.stream == stream:
                item.pieces.append(text)
                return
        self._held.append(_Text(stream, [text]))

    def _recent(self) -> list[_Text | _Points]:
        """What may still grow: the last segment, or under a flood all of them."""
        return self._held[-1:] if len(self._held) < SEGMENTS else self._held[::-1]

    def point(self, event: Metric) -> None:
        values = {}
        for name, value in event.values.items():
            if name not in self._names:
                if len(self._names) >= CURVES or len(name) > LONGEST_NAME:
                    continue
                self._names.add(name)
            values[name] = unpack(value)
        if not values:
            return
        point = unpack(event.step), values
        for item in self._recent():
            if isinstance(item, _Points):
                item.points.append(point)
                break
        else:
            item = _Points([point])
            self._held.append(item)
        self._points += 1
        if len(item.points) >= HELD:
            self._points -= len(item.points)
            item.points = thin(item.points, 64)
            self._points += len(item.points)
        self._soon()

    def event(self, event: Timing | Block | Notice) -> None:
        self._blocks += len(encode(event))
        if self._blocks > self._limit * BLOCKS:
            if not self.cut:
                self._full()
            self.cut += 1
            return
        self.flush()
        self._emit(event)

    def _soon(self) -> None:
        if self._timer is None:
            self._timer = self._loop.later(max(0.0, self._last + BEAT - now()), self._beat)

    def _beat(self) -> None:
        self._timer = None
        if self._waiting() > SLOW:
            # Held points are bounded, and so is text; both keep until the client has room.
            self._timer = self._loop.later(BEAT, self._beat)
            return
        self.flush()

    def flush(self) -> None:
        """Hand over everything that is held."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        held, self._held = self._held, []
        if self._points:
            held = self._thinned(held)
        for item in held:
            if isinstance(item, _Text):
                text = "".join(item.pieces)
                for at in range(0, len(text), LONGEST_TEXT):
                    self._emit(Output(stream=item.stream, text=text[at : at + LONGEST_TEXT]))
                continue
            for step, values in item.points:
                packed = {name: pack(value) for name, value in values.items()}
                self._emit(Metric(step=pack(step), values=packed))
        self._last = now()

    def finish(self) -> None:
        """The last bytes of every stream, and how much was left out."""
        for (stream, _), cleaner in self._cleaners.items():
            if text := cleaner.feed(b"", final=True):
                self._add_text(stream, text)
        self.flush()
        if self.cut:
            self._emit(Output(stream=self._cut_stream, text="", cut=self.cut))

    def _thinned(self, held: list[_Text | _Points]) -> list[_Text | _Points]:
        """`held` with no more points than the quota has room for."""
        at = now()
        self._tokens = min(POINTS, self._tokens + (at - self._filled) * REFILL)
        self._filled = at
        if self._points > self._tokens:
            # All go where the first ones stand: a flood has no finer order.
            groups = [item for item in held if isinstance(item, _Points)]
            together = [point for group in groups for point in group.points]
            columns = max(1, int(REFILL * BEAT / 2 / max(1, len(self._names))))
            groups[0].points = thin(together, columns)
            held = [item for item in held if item is groups[0] or isinstance(item, _Text)]
            self._points = len(groups[0].points)
        self._tokens = max(0.0, self._tokens - self._points)
        self._points = 0
        return held
