"""Outside the app: the kit's events as text on standard output."""

from __future__ import annotations

import atexit
import shutil
import sys
import time

from tutor.charts import Curves, blocks, curves, timing
from tutor.events import Block, Event, Metric, Timing

FIRST_REPORT = 10.0
"""Seconds after which curves are drawn although the program still runs; then after twice that."""

_collected = Curves()
_drawn = True
_next_report = 0.0
_interval = FIRST_REPORT


def receive(event: Event) -> None:
    """Print a timing or a picture at once; collect points and draw them now and then."""
    global _drawn, _next_report, _interval
    if isinstance(event, Metric):
        now = time.monotonic()
        if _drawn and not _next_report:
            _next_report = now + _interval
        _collected.add(event)
        _drawn = False
        if now >= _next_report:
            draw_curves()
            _interval *= 2
            _next_report = now + _interval
    elif isinstance(event, Timing):
        _print(timing(event, _width(), unicode=_unicode(), colour=False).plain)
    elif isinstance(event, Block):
        _print(blocks.draw(event, _width(), unicode=_unicode(), colour=False).plain)


def draw_curves() -> None:
    """Print the curves unless nothing came since they were printed last."""
    global _drawn
    if not _drawn:
        _drawn = True
        picture = curves(_collected.series(), _width(), 16, colour=False, unicode=_unicode())
        _print(picture.plain)


def _width() -> int:
    return max(20, min(120, shutil.get_terminal_size().columns))


def _unicode() -> bool:
    return (sys.stdout.encoding or "ascii").lower().replace("-", "").startswith("utf")


def _print(text: str) -> None:
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)


atexit.register(draw_curves)
