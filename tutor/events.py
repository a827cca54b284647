"""The vocabulary between a front end and the host: requests, events, evidence.

One JSON object a line (JSON Lines), at most `MAX_LINE` bytes, `type` as the tag. Unknown fields
are ignored, unknown types skipped (`decode_event` returns None). JSON has no number for NaN and
infinity: they travel as the strings "nan", "inf", "-inf" (`pack`, `unpack`). Times are seconds,
sizes bytes. Text is valid UTF-8.

Workers send evidence, not sentences; `tutor.clinic.match` turns it into words.
"""

from __future__ import annotations

import math
from typing import Any, Literal

import msgspec

from tutor.errors import ProtocolError

PROTOCOL = 1
MAX_LINE = 1 << 20

Number = float | Literal["nan", "inf", "-inf"]


def pack(value: float) -> Number:
    """A float as it travels: non-finite values become strings."""
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def unpack(value: Number) -> float:
    """The inverse of `pack`."""
    return float(value)


# --- parts ---------------------------------------------------------------------------------


class Limits(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Limits of one Run. The defaults are those of `tutor.settings`."""

    wall: float = 20.0
    """Seconds from the start of the job."""
    cpu: float = 60.0
    """Seconds of processor time, all threads together."""
    memory: int = 2 << 30
    """Bytes of real use, all processes of the Run together."""
    output: int = 1 << 20
    """Bytes of text; the head is kept."""
    threads: int = 512
    scratch: int = 64 << 20
    """Bytes in the scratch folder, unlinked files included."""
    files: int = 2000
    """Entries in the scratch folder."""


class LimitHit(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Which limit ended a Run. `name` is a field of `Limits`; `value` is the limit itself."""

    name: Literal["wall", "cpu", "memory", "output", "threads", "scratch", "files"]
    value: float
    line: int = 0
    """Line of the snippet that was running; 0 when unknown."""
    source: str = ""
    """The text of that line, stripped."""


class Frame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One frame of the learner's own file."""

    line: int
    function: str = ""
    source: str = ""
    end_line: int = 0
    column: int = -1
    end_column: int = -1
    variables: dict[str, str] = {}
    """Names used on the line, each with the kind of its value: "float32[3] tracer", "int 3"."""


class ExceptionInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One exception of a chain, outermost (the one raised last) first."""

    name: str
    module: str = "builtins"
    bases: tuple[str, ...] = ()
    """Names of the classes in its method resolution order, without itself and object."""
    message: str = ""
    notes: tuple[str, ...] = ()
    frames: tuple[Frame, ...] = ()
    """The learner's frames, outermost first."""
    library: tuple[str, ...] = ()
    """Library frames between and below, as "module:function", outermost first (bounded)."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a worker knows of an error or of silent trouble. No sentences."""

    kind: Literal["exception", "syntax", "limit", "refusal", "silent"] = "exception"
    exceptions: tuple[ExceptionInfo, ...] = ()
    """The chain: [0] was raised last, then its cause or context, and so on."""
    filename: str = "snippet.py"
    line: int = 0
    """The learner's innermost line; 0 when there is none."""
    traceback: str = ""
    """The raw text of the whole traceback, bounded."""
    silent: str = ""
    """For kind "silent": what was noticed (an id), with `details`."""
    details: dict[str, str] = {}


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """Evidence in words, in one language. Made by `tutor.clinic.match.explain`."""

    cause: str
    title: str
    text: str
    line: int
    fix: str
    learn: str = ""
    """Id of the step that teaches it ("jit/python-if"), or ""."""


# --- requests ------------------------------------------------------------------------------


class Request(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    id: str
    """Chosen by the client; every event of the answer carries it."""


class RunRequest(Request, frozen=True, kw_only=True, omit_defaults=True, tag="run"):
    """Run a whole program. `code` holds the folded first lines too, if any."""

    code: str
    filename: str = "snippet.py"
    args: tuple[str, ...] = ()
    limits: Limits = Limits()
    devices: int = 1
    read: tuple[str, ...] = ()
    """Further paths that the program may read."""
    hidden_lines: int = 0
    """Lines at the top of `code` that the learner does not see; subtracted from every line."""
    xray: bool = False
    silenced: tuple[str, ...] = ()
    """Causes of which no Notice is wanted; "all" for every one, and then nothing is looked at."""


class CheckRequest(Request, frozen=True, kw_only=True, omit_defaults=True, tag="check"):
    """Run `code`, then let the checking worker question it. Ids only: the host holds no secret."""

    course: str
    """Folder of the course."""
    lesson: str
    step: str
    code: str
    seed: int
    limits: Limits = Limits()
    devices: int = 1
    hidden_lines: int = 0


class PrepareRequest(Request, frozen=True, kw_only=True, omit_defaults=True, tag="prepare"):
    """Have a spare ready with so many devices, and a checking worker when `course` is given."""

    devices: int = 1
    read: tuple[str, ...] = ()
    """As in the RunRequest that will follow: it is fixed when a worker is made."""
    course: str = ""
    lesson: str = ""
    step: str = ""


class StopRequest(Request, frozen=True, kw_only=True, omit_defaults=True, tag="stop"):
    """Stop the Run whose id this is, at once, in whatever state."""


AnyRequest = RunRequest | CheckRequest | PrepareRequest | StopRequest


# --- events --------------------------------------------------------------------------------


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    id: str = ""
    """Of the request; "" for what belongs to none (hello)."""
    seq: int = 0
    """Counts up within one request."""
    time: float = 0.0
    """Seconds since the start of the job (since the request, before `started`)."""


class Hello(Event, frozen=True, kw_only=True, omit_defaults=True, tag="hello"):
    protocol: int = PROTOCOL
    versions: dict[str, str] = {}
    """python, jax, jaxlib, flax, optax, jax-tutor."""
    platform: str = "cpu"
    cores: int = 0
    protection: Literal["full", "partial", "none"] = "none"
    missing: tuple[str, ...] = ()
    """Protections that are missing, by id."""
    memory: Literal["watched", "bounded"] = "watched"
    """Whether the host looks at what a Run uses, or the kernel bounds it (cgroup v2)."""
    slots: int = 0
    """How many Runs this machine takes at once."""
    slots_shared: str = ""
    """Where the hosts of all users agree on that; "" when this host knows only itself."""


class Queued(Event, frozen=True, kw_only=True, omit_defaults=True, tag="queued"):
    place: int = 0
    """How many are before this one."""


class Started(Event, frozen=True, kw_only=True, omit_defaults=True, tag="started"):
    devices: int = 1
    missing: tuple[str, ...] = ()
    """Protections that this Run does without, as in `Hello`: a front end says it each time."""


class Output(Event, frozen=True, kw_only=True, omit_defaults=True, tag="output"):
    stream: Literal["stdout", "stderr"] = "stdout"
    text: str = ""
    """May hold colour sequences (SGR) and no other control character but newline and tab."""
    cut: int = 0
    """Bytes left out after `text` because of the limit; sent once, with the last piece."""


class Metric(Event, frozen=True, kw_only=True, omit_defaults=True, tag="metric"):
    """A point of each named curve."""

    step: Number = 0.0
    values: dict[str, Number] = {}


class Contestant(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One row of a comparison."""

    name: str
    first: float
    """Seconds of the first call: trace, compile and run."""
    median: float
    spread: float
    """Half the interquartile range over the median: 0.04 is ±4 %."""
    compile: float = 0.0
    """Seconds of the first call that were tracing, lowering and compiling."""
    rounds: int = 0


class Timing(Event, frozen=True, kw_only=True, omit_defaults=True, tag="timing"):
    """An honest comparison, finished."""

    label: str = "compare"
    rows: tuple[Contestant, ...] = ()
    same: bool | None = None
    """Whether all contestants gave the same result; None when it was not asked."""
    seconds: float = 0.0
    undecided: tuple[tuple[str, str], ...] = ()
    """Pairs that are too close to tell on this machine."""


class Block(Event, frozen=True, kw_only=True, omit_defaults=True, tag="block"):
    """A picture of something: `kind` says how `data` is read (see `tutor.charts.blocks`)."""

    kind: str = ""
    data: dict[str, Any] = {}


class ErrorEvent(Event, frozen=True, kw_only=True, omit_defaults=True, tag="error"):
    evidence: Evidence = Evidence()
    explanation: Explanation | None = None
    """Only in `run --json`; the host sends None."""


class Notice(Event, frozen=True, kw_only=True, omit_defaults=True, tag="notice"):
    evidence: Evidence = Evidence()
    explanation: Explanation | None = None


class Finished(Event, frozen=True, kw_only=True, omit_defaults=True, tag="finished"):
    """The learner's code is over; the page is live again."""


class Verdict(Event, frozen=True, kw_only=True, omit_defaults=True, tag="verdict"):
    result: Literal["pass", "fail", "not-checked"] = "not-checked"
    feedback: str = ""
    """A feedback id of the exercise, or a generic one (`tutor.course.generic`)."""
    observed: str = ""
    """What the learner's code gave, as short text."""
    needed: str = ""
    evidence: Evidence | None = None
    """When an error in the learner's code decided, and no feedback id claims it."""
    reason: str = ""
    """For not-checked: an id (crashed, timeout, check-broken, stopped, ...)."""
    seed: int = 0
    advisory: bool = False
    """Rests on what the learner's process said about itself."""


class Done(Event, frozen=True, kw_only=True, omit_defaults=True, tag="done"):
    """Always the last event of a request."""

    status: Literal["ok", "raised", "limit", "refused", "stopped", "crashed"] = "ok"
    limit: LimitHit | None = None
    exit_code: int = 0
    """Of sys.exit, when status is "raised" by it."""
    signal: int = 0
    """That ended the process, when status is "crashed"."""
    reason: str = ""
    """For refused and crashed: an id (host-lost, no-protection, file, network, process, ...)."""
    seconds: float = 0.0
    compile_seconds: float = 0.0
    peak_memory: int = 0
    output_cut: int = 0
    explanation: Explanation | None = None
    """Only in `run --json`; the host sends None."""


AnyEvent = (
    Hello | Queued | Started | Output | Metric | Timing | Block | ErrorEvent | Notice
    | Finished | Verdict | Done
)  # fmt: skip

_TAGS = frozenset(
    str(kind.__struct_config__.tag)
    for kind in (Hello, Queued, Started, Output, Metric, Timing, Block, ErrorEvent, Notice,
                 Finished, Verdict, Done)
)  # fmt: skip

_encoder = msgspec.json.Encoder()
_event_decoder = msgspec.json.Decoder(AnyEvent)
_request_decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)


class _Tagged(msgspec.Struct):
    type: str


_tag_decoder = msgspec.json.Decoder(_Tagged)


def encode(message: Request | Event) -> bytes:
    """One line, newline included.

    Raises ProtocolError when it would be longer than `MAX_LINE`.
    """
    line = _encoder.encode(message) + b"\n"
    if len(line) > MAX_LINE:
        raise ProtocolError(f"a {type(message).__name__} of {len(line)} bytes is too long")
    return line


def decode_event(line: bytes) -> AnyEvent | None:
    """The event on `line`, or None when its type is unknown.

    Raises ProtocolError when the line is too long, no JSON object, or has a wrong field.
    """
    if len(line) > MAX_LINE:
        raise ProtocolError(f"an event of {len(line)} bytes is too long")
    try:
        return _event_decoder.decode(line)
    except msgspec.MsgspecError as error:
        try:
            tag = _tag_decoder.decode(line).type
        except msgspec.MsgspecError:
            tag = None
        if tag is not None and tag not in _TAGS:
            return None
        raise ProtocolError(f"not an event: {error}") from None


def decode_request(line: bytes) -> AnyRequest:
    """The request on `line`; raises ProtocolError."""
    if len(line) > MAX_LINE:
        raise ProtocolError(f"a request of {len(line)} bytes is too long")
    try:
        return _request_decoder.decode(line)
    except msgspec.MsgspecError as error:
        raise ProtocolError(f"not a request: {error}") from None
