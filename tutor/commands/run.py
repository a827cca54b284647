"""`jax-tutor run`: any Python file in the sandbox, its events as text or as JSON Lines."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Protocol, TextIO

import msgspec

from tutor import settings as options
from tutor.commands.source import program
from tutor.errors import Unconfined
from tutor.events import (
    AnyEvent,
    Block,
    CheckRequest,
    Done,
    ErrorEvent,
    Evidence,
    Explanation,
    Hello,
    Metric,
    Notice,
    Output,
    Queued,
    RunRequest,
    Timing,
)
from tutor.locale import language, translator
from tutor.locale.generic import protection_names
from tutor.runner.client import Runner
from tutor.settings import Settings

_ = translator("runner")

_COLOUR = re.compile(r"\x1b\[[0-9;:]*m")
_LIMIT_CODES = {"wall": 124, "cpu": 124, "memory": 137}


def run(
    file: str,
    *,
    json: bool = False,
    devices: int | None = None,
    time_limit: float | None = None,
    memory_limit_mb: int | None = None,
    read: tuple[str, ...] = (),
    args: tuple[str, ...] = (),
    unconfined: bool = False,
    xray: bool = False,
    settings: Settings,
) -> int:
    """Run `file` ("-" for standard input) and return the exit code of the command.

    With `xray` it runs once more, with instruments; what it prints then is not told again.

    0 ok; 1 raised or crashed; 124 wall or CPU time; 137 memory; 125 another limit; 126 refused;
    130 stopped. Raises UsageError when there is nothing to run, HostFailed when nothing can, and
    Unconfined when this machine protects nothing and that was not allowed by `unconfined`.
    """
    code, filename = program(file)
    folder = Path(filename).resolve().parent
    if any(folder.is_relative_to(path) for path in read):
        filename = str(folder / Path(filename).name)
    limits = options.limits(settings)
    if time_limit is not None:
        # With a longer time comes more work: the processor's limit is there for runaways only.
        cpu = max(limits.cpu, time_limit * (os.cpu_count() or 1))
        limits = msgspec.structs.replace(limits, wall=time_limit, cpu=cpu)
    if memory_limit_mb is not None:
        limits = msgspec.structs.replace(limits, memory=memory_limit_mb << 20)
    request = RunRequest(
        id="run",
        code=code,
        filename=filename,
        args=args,
        limits=limits,
        devices=devices or settings.devices,
        read=read,
        silenced=settings.silenced,
    )
    report = JsonReport(code) if json else TextReport(code, sys.stdout, sys.stderr)
    return exit_code(asyncio.run(follow(request, settings, report, unconfined, xray=xray)))


def exit_code(done: Done) -> int:
    """What a command returns for a Run that ended so."""
    match done.status:
        case "ok":
            return 0
        case "limit" if done.limit is not None:
            return _LIMIT_CODES.get(done.limit.name, 125)
        case "refused":
            return 126
        case "stopped":
            return 130
    return 1


class Report(Protocol):
    def receive(self, event: AnyEvent) -> None: ...


async def follow(
    request: RunRequest | CheckRequest,
    settings: Settings,
    report: Report,
    unconfined: bool = True,
    *,
    xray: bool = False,
) -> Done:
    """Give every event of `request` to `report`; an interrupt stops it. How it ended.

    With `xray` a RunRequest that was not cut short runs again, and only what the instruments
    found is reported. A protection that is missing is told on standard error. Raises Unconfined
    when all are and `unconfined` does not allow it.
    """
    from tutor.clinic import match

    async with Runner(settings) as runner:
        tell_protection(await runner.start(), unconfined)
        # While the program runs, so that an error need not wait for its explanation.
        threading.Thread(target=match.prepare, daemon=True).start()
        if not xray or not isinstance(request, RunRequest):
            return await _follow(runner, request, report.receive)
        # The end is told last, as always.
        done = await _follow(runner, request, _only(report, lambda event: not _is_end(event)))
        if done.status in ("ok", "raised"):
            again = msgspec.structs.replace(request, id="xray", xray=True)
            seen = await _follow(runner, again, _only(report, _is_xray))
            if seen.status not in ("ok", "raised"):
                print(_("Under X-ray it did not end as it did before."), file=sys.stderr)
        report.receive(done)
        return done


def _only(report: Report, wanted: Callable[[AnyEvent], bool]) -> Callable[[AnyEvent], None]:
    def receive(event: AnyEvent) -> None:
        if wanted(event):
            report.receive(event)

    return receive


def _is_end(event: AnyEvent) -> bool:
    return isinstance(event, Done)


def _is_xray(event: AnyEvent) -> bool:
    return isinstance(event, Block) and event.kind == "xray"


async def _follow(
    runner: Runner, request: RunRequest | CheckRequest, receive: Callable[[AnyEvent], None]
) -> Done:
    loop = asyncio.get_running_loop()
    stopping: list[asyncio.Task[None]] = []

    def stop() -> None:
        # The second interrupt is not for us any more.
        loop.remove_signal_handler(signal.SIGINT)
        stopping.append(asyncio.create_task(runner.stop(request.id)))

    loop.add_signal_handler(signal.SIGINT, stop)
    done = Done(status="crashed")
    events: AsyncIterator[AnyEvent] = (
        runner.run(request) if isinstance(request, RunRequest) else runner.check(request)
    )
    async for event in events:
        receive(event)
        if isinstance(event, Done):
            done = event
    return done


def tell_protection(hello: Hello, unconfined: bool) -> None:
    """A word on standard error where the sandbox has not every layer.

    Raises Unconfined when it has none and `unconfined` does not allow that.
    """
    if hello.protection == "none" and not unconfined:
        raise Unconfined(
            _(
                "This machine cannot confine the program: it could read and change all that you "
                "can. Nothing was run. To run it all the same: --unconfined. More: jax-tutor doctor"
            )
        )
    if hello.protection != "full":
        text = _("Sandbox: {level}. Missing here: {missing}. More: jax-tutor doctor")
        levels = {"partial": _("partial"), "none": _("none")}
        shown = text.format(level=levels[hello.protection], missing=protection_names(hello.missing))
        print(shown, file=sys.stderr, flush=True)


# --- JSON ------------------------------------------------------------------------------------


class JsonReport:
    """Every event on a line; errors, notices and the end with their explanation or null."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._last: Explanation | None = None

    def receive(self, event: AnyEvent) -> None:
        line: dict[str, Any] = msgspec.to_builtins(event)
        if isinstance(event, ErrorEvent | Notice):
            explanation = explain(event.evidence, self._code)
            if isinstance(event, ErrorEvent):
                self._last = explanation
            line["explanation"] = msgspec.to_builtins(explanation)
        elif isinstance(event, Done):
            line["explanation"] = msgspec.to_builtins(self._ended(event))
        sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
        sys.stdout.buffer.flush()

    def _ended(self, done: Done) -> Explanation | None:
        if done.limit is None:
            return self._last
        from tutor.clinic import limits

        return limits.explain(done.limit, language())


def explain(evidence: Evidence, code: str) -> Explanation | None:
    from tutor.clinic import match

    return match.explain(evidence, code, language())


# --- text ------------------------------------------------------------------------------------


class TextReport:
    """What a person reads in a terminal or in a file."""

    def __init__(self, code: str, out: TextIO, err: TextIO) -> None:
        self._code, self._out, self._err = code, out, err
        self._curves: Any = None
        self._at_line_start = True
        self._coloured: list[TextIO] = []

    def receive(self, event: AnyEvent) -> None:
        match event:
            case Queued() if event.place:
                self._say(_("Waiting, {count} before this one.").format(count=event.place))
            case Output():
                self._output(event)
            case Metric():
                self._point(event)
            case Timing() | Block():
                self._picture(event)
            case ErrorEvent():
                self._error(event.evidence)
            case Notice():
                self._notice(event.evidence)
            case Done():
                self._end(event)

    def _output(self, event: Output) -> None:
        stream = self._out if event.stream == "stdout" else self._err
        text = event.text if _colours(stream) else _COLOUR.sub("", event.text)
        if text:
            _write(stream, text)
            if "\x1b" in text and stream not in self._coloured:
                self._coloured.append(stream)
            self._at_line_start = text.endswith("\n")
        if event.cut:
            self._say(_("[{count} more bytes of output were left out]").format(count=event.cut))

    def _point(self, event: Metric) -> None:
        if self._curves is None:
            from tutor.charts import Curves

            self._curves = Curves()
        self._curves.add(event)

    def _picture(self, event: Timing | Block) -> None:
        from tutor import charts

        if isinstance(event, Timing):
            draw: Callable[..., Any] = charts.timing
            tell: Callable[..., list[str]] = charts.timing_words
        else:
            draw, tell = charts.blocks.draw, charts.blocks.words
        if self._out.isatty():
            self._draw(draw(event, _columns(), colour=_colours(self._out)))
        else:
            self._tell(tell(event))

    def _show_curves(self) -> None:
        if not self._curves:
            return
        from tutor import charts

        series = self._curves.series()
        if self._out.isatty():
            self._draw(charts.curves(series, _columns(), 14, colour=_colours(self._out)))
        else:
            self._tell(charts.curves_words(series))
        self._curves = None

    def _draw(self, text: Any) -> None:
        from rich.console import Console

        self._fresh_line()
        Console(file=self._out, no_color=not _colours(self._out), highlight=False).print(
            text, soft_wrap=True
        )

    def _tell(self, sentences: list[str]) -> None:
        self._fresh_line()
        _write(self._out, "".join(f"{sentence}\n" for sentence in sentences))

    def _error(self, evidence: Evidence) -> None:
        from tutor.plain import telling

        self._show_curves()
        for line in telling.trouble(evidence, explain(evidence, self._code), self._code):
            self._say(line)

    def _notice(self, evidence: Evidence) -> None:
        from tutor.plain import telling

        explanation = explain(evidence, self._code)
        if explanation is not None:
            for line in telling.noticed(explanation):
                self._say(line)

    def _end(self, done: Done) -> None:
        from tutor.plain import telling
        from tutor.study.record import RunRecord

        self._show_curves()
        self._plain()
        if done.status not in ("ok", "raised"):
            for line in telling.ended(RunRecord(done=done)):
                self._say(line)

    def _say(self, text: str) -> None:
        self._fresh_line()
        _write(self._err, text + "\n")

    def _plain(self) -> None:
        """Colours that the program has left on are its own: nothing else is drawn in them."""
        for stream in self._coloured:
            _write(stream, "\x1b[0m")
        self._coloured.clear()

    def _fresh_line(self) -> None:
        self._plain()
        if not self._at_line_start:
            _write(self._out, "\n")
            self._at_line_start = True


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
    except UnicodeEncodeError:
        encoding = stream.encoding or "ascii"
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()


def _colours(stream: TextIO) -> bool:
    return stream.isatty() and "NO_COLOR" not in os.environ


def _columns() -> int:
    return min(shutil.get_terminal_size().columns, 100)
