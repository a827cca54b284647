"""What travels between the two workers: questions, answers, and plain values in them.

Everything is MessagePack of strict msgspec Structs: no pickle, no object protocol, nothing that is
evaluated. `decode_question` and `decode_answer` give a well-formed message or raise `BadMessage`;
whether a value in it makes sense (sizes agree, a dtype is known) is for `tutor.checking.codec`.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from tutor.events import Evidence

MAX_ARRAY: Final = 4 << 20
"""Bytes of the largest array that crosses; a larger one stays where it is."""


class BadMessage(Exception):
    """The bytes are no message, or what is in it does not add up."""


class _Node(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A plain value that MessagePack has no word for."""


class Big(_Node, frozen=True, tag="big"):
    """An int of more than 64 bits, in hexadecimal."""

    digits: str


class Bytes(_Node, frozen=True, tag="bytes"):
    data: bytes


class Complex(_Node, frozen=True, tag="complex"):
    real: float
    imag: float


class Array(_Node, frozen=True, tag="array"):
    """`origin`: a JAX array, a NumPy array, or a NumPy scalar. `data` is in C order."""

    origin: Literal["jax", "numpy", "scalar"]
    dtype: str
    shape: tuple[int, ...]
    weak: bool
    data: bytes


class Key(_Node, frozen=True, tag="key"):
    """Typed random keys: their data as uint32 in C order."""

    impl: str
    shape: tuple[int, ...]
    data: bytes


class Sequence(_Node, frozen=True, tag="sequence"):
    kind: Literal["tuple", "list"]
    items: tuple[Node, ...]


class Table(_Node, frozen=True, tag="table"):
    """A dict, in its own order. `kind` is the name of its class."""

    kind: Literal["dict", "OrderedDict", "defaultdict"]
    keys: tuple[Node, ...]
    values: tuple[Node, ...]


class Named(_Node, frozen=True, tag="named"):
    """A named tuple. `class_id` is the running worker's number for the class; -1 for none."""

    module: str
    name: str
    fields: tuple[str, ...]
    items: tuple[Node, ...]
    class_id: int


class Slice(_Node, frozen=True, tag="slice"):
    start: Node
    stop: Node
    step: Node


class Dots(_Node, frozen=True, tag="dots"):
    """The value `...`."""


class DType(_Node, frozen=True, tag="dtype"):
    name: str


class Ref(_Node, frozen=True, tag="ref"):
    """Something that stays in the running worker, by number. `about` is a short description."""

    id: int
    about: str = ""


Node = (
    None | bool | int | float | str
    | Big | Bytes | Complex | Array | Key | Sequence | Table | Named | Slice | Dots | DType | Ref
)  # fmt: skip


# --- questions, from the checking worker ---------------------------------------------------


class _Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Look(_Message, frozen=True, tag="look"):
    """The value of a top-level name."""

    name: str


class Has(_Message, frozen=True, tag="has"):
    """Whether there is such a top-level name."""

    name: str


class Part(_Message, frozen=True, tag="part"):
    """An attribute (`key` is its name), an item, the length, or all parts of `of`."""

    of: int
    kind: Literal["attribute", "item", "length", "parts", "value"]
    key: Node = None


class Call(_Message, frozen=True, tag="call"):
    """Call something and answer with the result.

    `function` is the number of a handle, `helper` the name of one of the running worker's own
    functions, `probe` of one of the probe cell; exactly one is set.
    """

    args: tuple[Node, ...]
    kwargs: dict[str, Node]
    function: int = -1
    helper: str = ""
    probe: str = ""
    keep: bool = False
    """Answer with a handle, whatever the result is."""
    inputs: bool = False
    """Answer also with the arguments as they are after the call."""


class Probe(_Message, frozen=True, tag="probe"):
    """The probe cell; run once, before its first function is called."""

    code: str
    filename: str
    line: int


class Bye(_Message, frozen=True, tag="bye"):
    """No more questions."""


Question = Look | Has | Part | Call | Probe | Bye


# --- answers, from the running worker ------------------------------------------------------


class Hello(_Message, frozen=True, tag="hello"):
    """The first message: the learner's code is over."""

    source: str
    stdout: str
    failure: Evidence | None


class Returned(_Message, frozen=True, tag="returned"):
    value: Node
    inputs: tuple[Node, ...] | None = None


class Raised(_Message, frozen=True, tag="raised"):
    """An exception. `unbound`: the arguments do not fit the signature, which is `signature`."""

    evidence: Evidence
    unbound: bool = False
    signature: str = ""


class Absent(_Message, frozen=True, tag="absent"):
    """There is no such top-level name."""

    name: str


class Misused(_Message, frozen=True, tag="misused"):
    """The question makes no sense: the check or its probe is wrong, not the learner."""

    text: str


Answer = Hello | Returned | Raised | Absent | Misused

_BROKEN: Final = (msgspec.MsgspecError, RecursionError, ValueError)

_encoder = msgspec.msgpack.Encoder()
_question_decoder: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)
_answer_decoder: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)


def encode(message: Question | Answer) -> bytes:
    """One frame."""
    return _encoder.encode(message)


def decode_question(frame: bytes) -> Question:
    """The question in `frame`; raises BadMessage."""
    try:
        return _question_decoder.decode(frame)
    except _BROKEN as error:
        raise BadMessage(f"not a question: {error}") from None


def decode_answer(frame: bytes) -> Answer:
    """The answer in `frame`; raises BadMessage."""
    try:
        return _answer_decoder.decode(frame)
    except _BROKEN as error:
        raise BadMessage(f"not an answer: {error}") from None
