"""Where the kit's events go.

A running worker calls `set_sink` once, before the learner's code. Without a sink (a plain
`python file.py`) events are printed as text by `tutor.kit.console`.
"""

from __future__ import annotations

from collections.abc import Callable

from tutor.events import Event

Sink = Callable[[Event], None]

_sink: Sink | None = None
_flushers: list[Callable[[], None]] = []


def set_sink(sink: Sink | None) -> None:
    """Send every event of the kit to `sink`, which fills in id, seq and time; None prints text.

    `sink` may be called from any thread of the learner's program. After the learner's code is
    over the worker calls `flush`.
    """
    global _sink
    _sink = sink


def active() -> bool:
    """Whether a sink is set."""
    return _sink is not None


def emit(event: Event) -> None:
    """Hand one event to the sink, or print it."""
    if _sink is not None:
        _sink(event)
        return
    # Only outside the app: a confined worker could not read these modules any more.
    from tutor.kit import console

    console.receive(event)


def on_flush(callback: Callable[[], None]) -> None:
    """`callback` sends what it still holds back; it is called by `flush`."""
    _flushers.append(callback)


def flush() -> None:
    """Send what is still held back. Cheap when there is nothing."""
    for callback in _flushers:
        callback()
