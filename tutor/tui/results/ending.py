"""How a Run ended, when it did not end well: a limit, a refusal, a crash, a lost host."""

from __future__ import annotations

from tutor import events
from tutor.locale import translator
from tutor.tui import look
from tutor.tui.results.block import ResultBlock
from tutor.tui.text import Paragraph, clean, paragraphs, plain

_ = translator("tui")


class EndingBlock(ResultBlock):
    """What a learner needs to know about an end that their code did not choose."""

    def __init__(self, done: events.Done) -> None:
        super().__init__()
        self.done = done

    def paragraphs(self, cells: int) -> list[Paragraph]:
        return [
            Paragraph(plain(text, "" if number else look.WARN))
            for number, text in enumerate(self._texts())
        ]

    def _texts(self) -> list[str]:
        done = self.done
        match done.status:
            case "limit" if done.limit is not None:
                return _limit(done.limit)
            case "refused":
                return _refusal(done.reason)
            case "crashed":
                return _crash(done)
        if done.exit_code:
            return [
                _("The snippet ended itself with exit code {code}.").format(code=done.exit_code)
            ]
        return []


class SayingBlock(ResultBlock):
    """A text from elsewhere, such as the end of what a host said before it died."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = clean(text)

    def paragraphs(self, cells: int) -> list[Paragraph]:
        return paragraphs(self._text.rstrip("\n"), look.WARN)


def _limit(hit: events.LimitHit) -> list[str]:
    amount = size(hit.value) if hit.name in ("memory", "output", "scratch") else f"{hit.value:g}"
    texts: dict[str, tuple[str, ...]] = {
        "wall": (
            _("Still running after {amount} s."),
            _("One Run may take {amount} s. Try fewer steps, or raise the limit in the settings."),
        ),
        "cpu": (
            _("It used {amount} s of processor time, all threads together."),
            _("Try fewer steps or smaller arrays, or raise the limit in the settings."),
        ),
        "memory": (
            _("It needed more than {amount} of memory."),
            _("Try smaller arrays, or raise the limit in the settings."),
        ),
        "output": (
            _("It printed more than {amount}; the beginning is kept."),
            _("Print less, or raise the limit in the settings."),
        ),
        "threads": (
            _("It started more than {amount} threads and processes."),
            _("Start fewer of them, or raise the limit in the settings."),
        ),
        "scratch": (
            _("It wrote more than {amount} to its scratch folder."),
            _("Write less, or raise the limit in the settings."),
        ),
        "files": (
            _("It made more than {amount} files."),
            _("Make fewer of them, or raise the limit in the settings."),
        ),
    }
    first, *others = (text.format(amount=amount) for text in texts[hit.name])
    where = []
    if hit.line and hit.source:
        where = [_("It was at line {line}: {source}").format(line=hit.line, source=hit.source)]
    elif hit.line:
        where = [_("It was at line {line}.").format(line=hit.line)]
    return [first, *where, *others]


def _refusal(reason: str) -> list[str]:
    reasons = {
        "file": _("It tried to open a file outside its own scratch folder."),
        "network": _("It tried to open a network connection."),
        "process": _("It tried to start another program."),
        "no-protection": _(
            "A protection that the settings require is missing on this machine; nothing was run."
        ),
    }
    return [
        reasons.get(reason, _("It tried something that snippets may not do.")),
        _("Snippets may use the device and their own scratch folder only."),
        _("More: jax-tutor doctor"),
    ]


def _crash(done: events.Done) -> list[str]:
    if done.reason == "host-failed":
        return [
            _("Nothing was run. Look at the command prefix in the settings, or: jax-tutor doctor")
        ]
    if done.reason == "host-lost":
        return [
            _("The program that runs your code is gone."),
            _("Nothing that you wrote is lost. Run again: a new one starts."),
        ]
    if done.signal:
        return [
            _("The process that ran your code was killed (signal {signal}).").format(
                signal=done.signal
            ),
            _("Run again: every Run has a process of its own."),
        ]
    return [
        _("The process that ran your code ended without a word."),
        _("Run again: every Run has a process of its own."),
    ]


def size(value: float) -> str:
    """Bytes as a person says them."""
    for unit in ("bytes", "KB", "MB"):
        if value < 1024:
            return f"{value:.0f} {unit}"
        value /= 1024
    return f"{value:.1f} GB"
