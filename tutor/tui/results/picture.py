"""What `show` and `compare` sent: blocks and timings, drawn by `tutor.charts`."""

from __future__ import annotations

from textual.content import Content

from tutor import charts, events
from tutor.course.model import TimingBlock as Claim
from tutor.locale import translator
from tutor.study import judge
from tutor.tui import look
from tutor.tui.results.block import ResultBlock
from tutor.tui.results.curve import lines
from tutor.tui.text import BLANK, Paragraph, plain

_ = translator("tui")


class PictureBlock(ResultBlock):
    """The picture of one value."""

    def __init__(self, event: events.Block, *, unicode: bool) -> None:
        super().__init__()
        self.kind = event.kind
        self._event = event
        self._unicode = unicode

    def paragraphs(self, cells: int) -> list[Paragraph]:
        picture = charts.blocks.draw(self._event, cells, unicode=self._unicode)
        return [Paragraph(line, divide="cut") for line in lines(picture)]


class TimingBlock(ResultBlock):
    """A comparison, and what it says about the step's claim, if the step makes one."""

    def __init__(self, event: events.Timing, claim: Claim | None, *, unicode: bool) -> None:
        super().__init__()
        self.event = event
        self._claim = claim
        self._unicode = unicode

    def paragraphs(self, cells: int) -> list[Paragraph]:
        picture = charts.timing(self.event, cells, unicode=self._unicode)
        shown = [Paragraph(line, divide="cut") for line in lines(picture)]
        if self._claim is not None and (said := judged(self.event, self._claim)) is not None:
            shown += [BLANK, Paragraph(said)]
        return shown


def judged(event: events.Timing, claim: Claim) -> Content | None:
    """The claim beside what was measured. Noise is named, never held against anybody."""
    found = judge.claim(claim, [event])
    if found is None:
        return None
    told = _("Claim: {slower} takes at least {claimed:g} times as long as {faster}. ").format(
        slower=claim.slower, faster=claim.faster, claimed=claim.ratio
    )
    ratio = f"{found.ratio:.3g}" if found.ratio < 1000 else f"{found.ratio:.0f}"
    if found.holds:
        end = _("Measured here: {ratio} times. It holds.").format(ratio=ratio)
        return plain(told) + plain(end, look.GOOD)
    end = _("Measured here, this time: {ratio} times. Run it again, or take it as it is.")
    return plain(told) + plain(end.format(ratio=ratio), look.WARN)
