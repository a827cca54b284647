"""One Run or check, from its first event to its last, as blocks to draw."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from tutor import events
from tutor.charts.points import Point
from tutor.course.model import TimingBlock as Claim
from tutor.locale import translator
from tutor.locale.generic import protection_text
from tutor.study.record import RunRecord
from tutor.tui import look
from tutor.tui.results.block import ResultBlock
from tutor.tui.results.curve import CurveBlock
from tutor.tui.results.ending import EndingBlock, SayingBlock
from tutor.tui.results.output import OutputBlock
from tutor.tui.results.picture import PictureBlock, TimingBlock
from tutor.tui.results.rule import rule, seconds, words
from tutor.tui.results.trouble import TroubleBlock
from tutor.tui.results.verdict import VerdictBlock
from tutor.tui.text import Paragraph, plain

_ = translator("tui")

MOST_BLOCKS = 200
"""Pictures and notices beyond these are left out; output and curves have limits of their own."""


class Result:
    """Takes events, keeps blocks. Everything it draws is in the language that speaks."""

    def __init__(
        self,
        number: int,
        source: str,
        *,
        checking: bool = False,
        feedback: Callable[[str], str | None] | None = None,
        claim: Claim | None = None,
        earlier: Sequence[Mapping[str, Sequence[Point]]] = (),
        xray: bool = False,
        unicode: bool = True,
        taught: Callable[[str], str] = str,
    ) -> None:
        self.number = number
        self.xray = xray
        self.source = source
        self.checking = checking
        self.blocks: list[ResultBlock] = []
        self.record = RunRecord(checking=checking)
        self.curves: CurveBlock | None = None
        self.queued: int | None = None
        self.started = False
        self._started = time.monotonic()
        self._feedback = feedback or (lambda name: None)
        self._claim = claim
        self._earlier = earlier
        self._unicode = unicode
        self._taught = taught

    @property
    def running(self) -> bool:
        """Whether the learner's code runs, or waits for its turn or its verdict."""
        return self.done is None and (self.checking or not self.record.finished)

    @property
    def done(self) -> events.Done | None:
        return self.record.done

    def apply(self, event: events.AnyEvent) -> None:
        """Take one event. Under X-ray the code shows nothing again that it has shown before."""
        if self.xray and not _of_xray(event):
            return
        self.record.add(event)
        match event:
            case events.Queued():
                self.queued = event.place
            case events.Started():
                self.queued = None
                self.started = True
                self._started = time.monotonic()
                if event.missing:
                    self._add(SayingBlock(protection_text(event.missing)))
            case events.Output():
                last = self.blocks[-1] if self.blocks else None
                block = last if isinstance(last, OutputBlock) else None
                if block is None:
                    block = OutputBlock()
                    self._add(block)
                block.append(event.text, event.cut)
            case events.Metric():
                if self.curves is None:
                    self.curves = CurveBlock(
                        self.record.curves, self._earlier, unicode=self._unicode
                    )
                    self.blocks.append(self.curves)
                self.curves.touch()
            case events.Timing():
                self._add(TimingBlock(event, self._claim, unicode=self._unicode))
            case events.Block():
                self._add(PictureBlock(event, unicode=self._unicode))
            case events.ErrorEvent():
                self._add(TroubleBlock(event.evidence, self.source, taught=self._taught))
            case events.Notice():
                self._add(
                    TroubleBlock(event.evidence, self.source, notice=True, taught=self._taught)
                )
            case events.Verdict():
                self.blocks.append(VerdictBlock(event, self._feedback))
                if event.evidence is not None and event.result == "fail":
                    claimed = bool(event.feedback)
                    self.blocks.append(self._trouble(event.evidence, claimed=claimed))
            case events.Done():
                if event.status not in ("ok", "raised", "stopped") or self._left(event):
                    self.blocks.append(EndingBlock(event))

    def _trouble(
        self, evidence: events.Evidence, *, notice: bool = False, claimed: bool = False
    ) -> TroubleBlock:
        return TroubleBlock(
            evidence, self.source, notice=notice, claimed=claimed, taught=self._taught
        )

    def _left(self, done: events.Done) -> bool:
        """Whether the code ended itself by an exit code; an exception ends with code 1."""
        if self.record.verdict is not None and done.exit_code == 1:
            # A verdict may be about something else than the exception, and then it is not told.
            return False
        return bool(done.exit_code) and self.record.evidence is None

    def take_xray(self, other: Result, code: str) -> bool:
        """Show the picture of an X-ray below all else; False when it is not of this code."""
        pictures = [block for block in other.blocks if isinstance(block, PictureBlock)]
        if code != self.source or self.running or not pictures:
            return False
        kept = [b for b in self.blocks if not (isinstance(b, PictureBlock) and b.kind == "xray")]
        self.blocks = [*kept, *pictures]
        return True

    def tell(self, text: str) -> None:
        """Why nothing could run."""
        self.blocks.append(SayingBlock(text))

    def _add(self, block: ResultBlock) -> None:
        if len(self.blocks) < MOST_BLOCKS:
            self.blocks.append(block)

    @property
    def trouble(self) -> TroubleBlock | None:
        """The newest error."""
        found = [b for b in self.blocks if isinstance(b, TroubleBlock) and not b.notice]
        return found[-1] if found else None

    @property
    def failed(self) -> bool:
        if self.done is None:
            return self.record.error is not None and not self.running
        return self.done.status != "ok"

    def title(self, cells: int) -> Paragraph:
        """The rule above the blocks."""
        line = self.record.evidence.line if self.record.evidence is not None else 0
        # A verdict may be about something else than the exception: then the rule keeps still too.
        told = self.record.verdict is None or self.record.evidence is not None
        name = words(
            self.number, self.done, checking=self.checking, xray=self.xray, line=line, told=told
        )
        note = ""
        style = look.BAD if self.failed else look.STRONG
        if self.running:
            if self.queued:
                name += " · " + _("waiting, {count} before this one").format(count=self.queued)
            elif not self.started:
                name += " · " + _("getting ready")
            else:
                passed = max(0.0, time.monotonic() - self._started)
                name += " · " + _("running {time}").format(time=f"{passed:.0f} s")
            note = _("Esc stops")
        elif self.curves is not None and self._earlier:
            note = _("earlier: faint")
        return Paragraph(rule(name, cells, note, style), divide="cut")

    def silent(self) -> Paragraph | None:
        """What to say when a Run ended well and showed nothing."""
        if self.running or self.blocks or self.failed:
            return None
        return Paragraph(plain(_("It ran, and printed nothing."), look.DIM))


def _of_xray(event: events.AnyEvent) -> bool:
    if isinstance(event, events.Block):
        return event.kind == "xray"
    return isinstance(event, events.Queued | events.Started | events.Done)


__all__ = ["Result", "seconds"]
