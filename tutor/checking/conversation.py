"""Questions to the running worker, and what comes back: values, handles, exceptions.

Nothing that arrives is believed to be more than a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tutor.checking import context, wire
from tutor.checking.clean import clean, clean_evidence
from tutor.checking.codec import Decoder, Encoder, find_class
from tutor.checking.context import Failed
from tutor.checking.describe import describe
from tutor.events import Evidence

Ask = Callable[[wire.Question], wire.Answer]

_ON_ANYTHING = frozenset({"leaves", "paths", "with_leaves", "shards", "is_jitted"})


class CheckError(Exception):
    """The check or its probe asks for something that makes no sense."""


class LearnerError(Exception):
    """An exception of the learner's code."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence = clean_evidence(evidence)
        first = evidence.exceptions[0] if evidence.exceptions else None
        self.name = first.name if first else ""
        """Name of its class."""
        self.names = (first.name, *first.bases) if first else ()
        """Names of its class and of the bases."""
        self.message = first.message if first else ""
        super().__init__(f"{self.name}: {self.message}")


class WrongArguments(LearnerError):
    """A call that the function's signature cannot take."""

    def __init__(self, evidence: Evidence, signature: str) -> None:
        super().__init__(evidence)
        self.signature = clean(signature, 200)


class NoSuchPart(LearnerError):
    """A handle has no such attribute or item; `about` says what it is instead."""

    def __init__(self, evidence: Evidence, about: str) -> None:
        super().__init__(evidence)
        self.about = about


class Handle:
    """Something that stays in the running worker: callable, with attributes, items and parts."""

    __slots__ = ("_about", "_id", "_session")

    def __init__(self, session: Session, number: int, about: str) -> None:
        self._session, self._id, self._about = session, number, about

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._session.call(self, args, kwargs)[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._session.part(self, "attribute", name)

    def __getitem__(self, key: Any) -> Any:
        return self._session.part(self, "item", key)

    def __len__(self) -> int:
        length = self._session.part(self, "length")
        return length if isinstance(length, int) and length >= 0 else 0

    def __iter__(self) -> Iterator[Any]:
        parts = self._session.part(self, "parts")
        return iter(parts if isinstance(parts, list) else ())

    def __bool__(self) -> bool:
        raise TypeError("a handle is neither true nor false")

    def __repr__(self) -> str:
        return f"<{self._about}>"


class Session:
    """The questions of one check, by way of `ask`.

    `classes()` are names whose named tuples are used for values that look the same.
    """

    def __init__(self, ask: Ask, classes: Callable[[], dict[str, Any]]) -> None:
        self._ask, self._classes = ask, classes
        self._class_ids: dict[type, int] = {}

    def look(self, name: str) -> Any:
        """A top-level name; ends the check when it is missing, or still a hole."""
        value = self._result(wire.Look(name))
        if value is ...:
            raise Failed("hole-left", name)
        return value

    def has(self, name: str) -> bool:
        return self._result(wire.Has(name)) is True

    def part(self, handle: Handle, kind: Any, key: Any = None) -> Any:
        try:
            return self._result(wire.Part(handle._id, kind, self._encode(key)))
        except LearnerError as error:
            if any(info.frames for info in error.evidence.exceptions):
                raise
            raise NoSuchPart(error.evidence, handle._about) from None

    def call(
        self, f: Any, args: Sequence[Any], kwargs: dict[str, Any], keep: bool = False
    ) -> tuple[Any, tuple[Any, ...]]:
        """The result of `f`, and the arguments as they are after the call."""
        if not isinstance(f, Handle):
            raise Failed("not-callable", describe(f))
        answer = self._answer(
            wire.Call(
                tuple(self._encode(value) for value in args),
                {name: self._encode(value) for name, value in kwargs.items()},
                function=f._id,
                keep=keep,
                inputs=not keep,
            )
        )
        after = () if answer.inputs is None else tuple(map(self._decode, answer.inputs))
        if not keep and len(after) != len(args):
            raise wire.BadMessage("another number of arguments came back")
        return self._noted(answer.value), after

    def helper(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """The result of one of the running worker's own functions."""
        if args and name not in _ON_ANYTHING and not isinstance(args[0], Handle):
            raise Failed("not-callable", describe(args[0]))
        return self._named_call(args, kwargs, helper=name)

    def kept(self, f: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        return self.call(f, args, kwargs, keep=True)[0]

    def probe(self, name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        return self._named_call(args, kwargs, probe=name)

    def load_probe(self, code: str, filename: str, line: int) -> None:
        self._result(wire.Probe(code, filename, line))

    def _named_call(self, args: Sequence[Any], kwargs: dict[str, Any], **which: str) -> Any:
        return self._result(
            wire.Call(
                tuple(self._encode(value) for value in args),
                {key: self._encode(value) for key, value in kwargs.items()},
                **which,  # type: ignore[arg-type]
            )
        )

    def _result(self, question: wire.Question) -> Any:
        return self._noted(self._answer(question).value)

    def _noted(self, node: wire.Node) -> Any:
        value = self._decode(node)
        record = context.current.get(None)
        if record is not None:
            record.last = value
        return value

    def _answer(self, question: wire.Question) -> wire.Returned:
        answer = self._ask(question)
        match answer:
            case wire.Returned():
                return answer
            case wire.Absent(name):
                raise Failed("undefined-name", needed=name)
            case wire.Raised(evidence, unbound, signature):
                error = LearnerError(evidence)
                if unbound:
                    raise WrongArguments(evidence, signature)
                raise error
            case wire.Misused(text):
                raise CheckError(text)
            case wire.Hello():
                raise wire.BadMessage("a greeting instead of an answer")

    def _encode(self, value: Any) -> wire.Node:
        return Encoder(self._refer, lambda cls: self._class_ids.get(cls, -1)).encode(value)

    def _refer(self, value: Any) -> wire.Ref:
        if isinstance(value, Handle):
            return wire.Ref(value._id)
        raise CheckError(f"this cannot be sent to the learner's code: {describe(value)}")

    def _decode(self, node: wire.Node) -> Any:
        return Decoder(self._resolve, self._find_class).decode(node)

    def _resolve(self, ref: wire.Ref) -> Handle:
        return Handle(self, ref.id, clean(ref.about, 200))

    def _find_class(self, node: wire.Named) -> type[tuple[Any, ...]]:
        cls = find_class(node, self._classes)
        self._class_ids[cls] = node.class_id
        return cls
