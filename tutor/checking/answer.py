"""The running worker's end of the conversation: it answers questions about the learner's code.

The learner's code has run in this process, so nothing here is trusted by the other end. What it
needs of JAX is taken at import, so that a program which shadows or replaces names still gets
ordinary answers.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tutor.checking import facts, probes, wire
from tutor.checking.channel import MAX_FRAME, BadFrame, Channel, ChannelClosed
from tutor.checking.codec import Decoder, Encoder, find_class
from tutor.clinic.evidence import of_exception
from tutor.events import Evidence

_signature = inspect.signature


@dataclass(frozen=True)
class Outcome:
    """How the learner's code ended."""

    stdout: str
    """What it printed."""
    evidence: Evidence | None
    """Of the exception that ended it; None when it ran to its end."""
    filename: str = "snippet.py"
    """Under which it was compiled."""
    hidden_lines: int = 0
    """Lines at its top that the learner does not see."""


def serve(channel: Channel, namespace: dict[str, Any], source: str, outcome: Outcome) -> None:
    """Answer the checking worker until it says bye or goes away.

    `namespace` are the globals of the learner's program after it ran, `source` its whole text.
    """
    hello = wire.Hello(source, outcome.stdout[: 1 << 20], outcome.evidence)
    answerer = Answerer(namespace, source, outcome)
    try:
        channel.send(wire.encode(hello))
        while True:
            question = wire.decode_question(channel.receive())
            if isinstance(question, wire.Bye):
                return
            channel.send(answerer.frame(question))
    except (ChannelClosed, BadFrame):
        return


class Answerer:
    """Answers one question at a time; keeps what stays here in a table by number."""

    def __init__(self, namespace: dict[str, Any], source: str, outcome: Outcome) -> None:
        self._namespace, self._source, self._outcome = namespace, source, outcome
        self._objects: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._probe: dict[str, Any] = {}
        self._last: Any = None

    def frame(self, question: wire.Question) -> bytes:
        """The answer as one frame, which is never too large."""
        answer = wire.encode(self.answer(question))
        if len(answer) > MAX_FRAME:
            return wire.encode(wire.Returned(self._refer(self._last)))
        return answer

    def answer(self, question: wire.Question) -> wire.Answer:
        """The answer to `question`. What the learner's code raises is an answer too."""
        match question:
            case wire.Look(name):
                if name not in self._namespace:
                    return wire.Absent(name)
                return self._guarded(lambda: self._namespace[name])
            case wire.Has(name):
                return wire.Returned(name in self._namespace)
            case wire.Part():
                return self._guarded(lambda: self._part(question))
            case wire.Call():
                return self._call(question)
            case wire.Probe(code, filename, line):
                return self._load_probe(code, filename, line)
            case wire.Bye():
                return wire.Misused("bye is not a question")

    # --- questions ---

    def _part(self, question: wire.Part) -> Any:
        owner = self._object(question.of)
        key = self._decode(question.key)
        match question.kind:
            case "attribute":
                return getattr(owner, str(key))
            case "item":
                return owner[key]
            case "length":
                return len(owner)
            case "parts":
                return list(owner)
            case "value":
                return owner

    def _call(self, question: wire.Call) -> wire.Answer:
        try:
            function = self._function(question)
            args = tuple(self._decode(node) for node in question.args)
            kwargs = {name: self._decode(node) for name, node in question.kwargs.items()}
        except (wire.BadMessage, LookupError) as error:
            return wire.Misused(str(error))
        try:
            result = function(*args, **kwargs)
        except probes.NoSuchName as error:
            return wire.Absent(error.name)
        except BaseException as error:
            return self._raised(error, function, args, kwargs)
        after = args if question.inputs else None
        return self._guarded(lambda: result, keep=question.keep, inputs=after)

    def _function(self, question: wire.Call) -> Callable[..., Any]:
        if question.helper:
            return facts.HELPERS[question.helper]
        if question.probe:
            return self._probe[question.probe]  # type: ignore[no-any-return]
        return self._object(question.function)  # type: ignore[no-any-return]

    def _load_probe(self, code: str, filename: str, line: int) -> wire.Answer:
        try:
            self._probe = probes.load(code, filename, line, self._namespace)
        except probes.NoSuchName as error:
            return wire.Absent(error.name)
        except Exception as error:
            return wire.Misused(f"{filename}: the probe cell: {type(error).__name__}: {error}")
        return wire.Returned(None)

    # --- answers ---

    def _guarded(
        self,
        get: Callable[[], Any],
        keep: bool = False,
        inputs: tuple[Any, ...] | None = None,
    ) -> wire.Answer:
        try:
            self._last = value = get()
            node = self._refer(value) if keep else self._encode(value)
            after = None if inputs is None else tuple(self._encode(value) for value in inputs)
        except wire.BadMessage as error:
            return wire.Misused(str(error))
        except BaseException as error:
            return self._raised(error)
        return wire.Returned(node, after)

    def _raised(
        self,
        error: BaseException,
        function: Any = None,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> wire.Answer:
        signature = ""
        if isinstance(error, TypeError) and function is not None:
            signature = _mismatch(function, args, kwargs or {})
        evidence = of_exception(
            error, self._outcome.filename, self._outcome.hidden_lines, self._source
        )
        return wire.Raised(evidence, bool(signature), signature)

    # --- values ---

    def _encode(self, value: Any) -> wire.Node:
        return Encoder(self._refer, self._number).encode(value)

    def _decode(self, node: wire.Node) -> Any:
        return Decoder(lambda ref: self._object(ref.id), self._find_class).decode(node)

    def _refer(self, value: Any) -> wire.Ref:
        return wire.Ref(self._number(value), _about(value))

    def _number(self, value: Any) -> int:
        """The number under which `value` is kept; the same for the same object."""
        number = self._numbers.get(id(value))
        if number is None:
            number = self._numbers[id(value)] = len(self._objects)
            self._objects.append(value)
        return number

    def _object(self, number: int) -> Any:
        if not 0 <= number < len(self._objects):
            raise wire.BadMessage(f"nothing is kept under number {number}")
        return self._objects[number]

    def _find_class(self, node: wire.Named) -> type[tuple[Any, ...]]:
        if node.class_id >= 0:
            return self._object(node.class_id)  # type: ignore[no-any-return]
        return find_class(node, lambda: self._namespace)


def _mismatch(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """The signature of `function` as text, when `args` and `kwargs` do not fit it; else ""."""
    if any(function is helper for helper in facts.HELPERS.values()):
        return ""
    try:
        signature = _signature(function)
    except Exception:
        return ""
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        return f"{getattr(function, '__name__', '')}({', '.join(signature.parameters)})"[:200]
    return ""


def _about(value: Any) -> str:
    """What `value` is, in a few words that are no sentence. Runs none of its own code."""
    kind = type(value)
    if isinstance(value, type):
        return f"class {value.__name__}"[:200]
    if kind.__name__ in ("function", "PjitFunction"):
        return f"function {getattr(value, '__name__', '')}"[:200]
    dtype, shape = getattr(value, "dtype", None), getattr(value, "shape", None)
    if type(shape) is tuple and dtype is not None:
        return f"{kind.__name__} {dtype}[{','.join(map(str, shape))}]"[:200]
    return kind.__name__[:200]
