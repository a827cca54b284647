"""How a Run ended, when it did not end well: a limit, a refusal, a crash, a lost host."""

from __future__ import annotations

from tutor import events
from tutor.locale import translator
from tutor.tui import look
from tutor.tui.results.block import ResultBlock
from tutor.tui.text import Paragraph, plain

_ = translator("tui")


class EndingBlock(ResultBlock):
    """What a learner needs to know about an end that their code did not choose."""

    def __init__(self, done: events.Done) -> None:
        super().__init__()
        self.done = done

    def paragraphs(self, width: int) -> list[Paragraph]:
        return [
            Paragraph(plain(text, look.WARN if first else ""), rest=plain(""))
            for first, text in zip((True, False, False), self._texts(), strict=False)
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


def _limit(hit: events.LimitHit) -> list[str]:
    where = ""
    if hit.line:
        where = (_(", at line {line} ({source})") if hit.source else _(", at line {line}")).format(
            line=hit.line, source=hit.source
        )
    whole = f"{hit.value:g}"
    raise_it = _("or raise the limit in the settings.")
    match hit.name:
        case "wall":
            return [
                _("Still running after {value} s{where}.").format(value=whole, where=where),
                _("One Run may take {value} s. Try fewer steps, ").format(value=whole) + raise_it,
            ]
        case "cpu":
            return [
                _("The Run used {value} s of processor time{where}.").format(
                    value=whole, where=where
                ),
                _("Try fewer steps or smaller arrays, ") + raise_it,
            ]
        case "memory":
            return [
                _("The Run needed more than {value} of memory{where}.").format(
                    value=size(hit.value), where=where
                ),
                _("Try smaller arrays, ") + raise_it,
            ]
        case "output":
            return [
                _("The Run printed more than {value}{where}; the beginning is kept.").format(
                    value=size(hit.value), where=where
                ),
                _("Print less, ") + raise_it,
            ]
        case "threads":
            return [
                _("The Run started more than {value} threads and processes{where}.").format(
                    value=whole, where=where
                )
            ]
        case "scratch":
            return [
                _("The Run wrote more than {value} to its scratch folder{where}.").format(
                    value=size(hit.value), where=where
                )
            ]
        case "files":
            return [
                _("The Run made more than {value} files{where}.").format(value=whole, where=where)
            ]


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
        _("Snippets may use the device and their own scratch folder only.")
        + " "
        + _("More: jax-tutor doctor"),
    ]


def _crash(done: events.Done) -> list[str]:
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
