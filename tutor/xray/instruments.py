"""All instruments together, and what they found, as data."""

from __future__ import annotations

import gc
import sys
import threading
import time
import types
from pathlib import Path
from typing import Any

import jax

from tutor.kit.arrays import array_data
from tutor.kit.trees import is_tree, tree_data
from tutor.xray import intervals
from tutor.xray.device import Device
from tutor.xray.frames import Source
from tutor.xray.functions import Function, Functions, Trace
from tutor.xray.keys import Keys
from tutor.xray.programs import programs
from tutor.xray.stages import Stages

TRACES_SHOWN = 12
PROGRAMS_SHOWN = 12
VALUES_SHOWN = 6

Data = dict[str, Any]


class Instruments:
    """`start`, then the learner's program, then `stop`, then `data` with its namespace.

    Python's profile hook hears of every call; a program that sets one of its own switches the
    counting of traces and keys off from there.
    """

    def __init__(self, filename: str, hidden_lines: int, scratch: Path) -> None:
        source = Source(filename, hidden_lines)
        self._source = source
        self._functions = Functions(source)
        self._keys = Keys(source)
        self._stages = Stages(self._functions.ended)
        self._device = Device(scratch)
        self._random = self._keys.folder
        self._whole = (0.0, 0.0)

    def start(self) -> None:
        self._device.start()
        self._stages.start()
        self._whole = time.perf_counter(), 0.0
        threading.setprofile(self._hook)
        sys.setprofile(self._hook)

    def stop(self) -> None:
        sys.setprofile(None)
        threading.setprofile(None)
        self._whole = self._whole[0], time.perf_counter()
        self._stages.stop()
        self._device.stop()

    def _hook(self, frame: types.FrameType, event: str, argument: object) -> None:
        if event == "call":
            filename = frame.f_code.co_filename
            if filename == self._source.filename:
                if self._source.own(frame):
                    self._functions.called(frame)
            elif filename.startswith(self._random):
                self._keys.begins(frame)
        elif event == "return":
            filename = frame.f_code.co_filename
            if filename == self._source.filename:
                self._functions.returned(frame)
            elif filename.startswith(self._random):
                self._keys.returns(frame, argument)

    def data(self, namespace: dict[str, Any]) -> Data:
        """Of a block of kind "xray"; `tutor.charts.xray` says what each part means."""
        functions = sorted(self._functions.known.values(), key=lambda f: f.line)
        others = self._functions.programs
        return {
            "seconds": self._whole[1] - self._whole[0],
            "split": self._split(),
            "device_known": self._device.known,
            "functions": [_function(function) for function in functions],
            "others": {
                "count": sum(others.values()),
                "names": dict(others.most_common(PROGRAMS_SHOWN)),
            },
            "keys": self._keys.data(),
            "programs": programs(functions),
            "values": _values(namespace),
        }

    def _split(self) -> dict[str, float]:
        spans = self._stages.spans
        stage = {
            name: [(span.start, span.end) for span in spans if span.stage == name]
            for name in ("compile", "lower", "trace")
        }
        layers = [
            *stage.items(),
            ("run", self._device.computing),
            ("transfer", self._device.moving),
        ]
        return intervals.split(layers, self._whole)


def _function(function: Function) -> Data:
    return {
        "name": function.name,
        "line": function.line,
        "ran": function.ran,
        "traced": function.traced,
        "compiled": function.compiled,
        "seconds": dict(function.seconds),
        "traces": [_trace(trace) for trace in function.traces[:TRACES_SHOWN]],
        "left_out": max(0, function.traced - TRACES_SHOWN),
    }


def _trace(trace: Trace) -> Data:
    data: Data = {
        "line": trace.called_from,
        "arguments": [
            {"path": leaf.path, "text": leaf.text} for leaf in trace.signature.leaves[:8]
        ],
        "left_out": max(0, len(trace.signature.leaves) - 8),
    }
    if trace.inside is not None:
        data["inside"] = trace.inside[0]
    if trace.change is not None:
        change = trace.change
        data["why"] = {
            "kind": change.kind,
            "argument": change.argument,
            "before": change.before,
            "after": change.after,
        }
    return data


def _values(namespace: dict[str, Any]) -> list[Data]:
    """Trees of arrays and arrays on several devices that the program has left."""
    found: list[Data] = []
    gc.collect()
    for name, value in namespace.items():
        if name.startswith("_") or len(found) >= VALUES_SHOWN:
            continue
        try:
            if isinstance(value, jax.Array):
                if not value.is_deleted() and len(value.sharding.device_set) > 1:
                    found.append({"kind": "array", "label": name, **array_data(value)})
            elif is_tree(value) and any(
                isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(value)
            ):
                found.append({"kind": "tree", "label": name, **tree_data(value)})
        except Exception:
            # A class of the learner that cannot be taken apart is theirs to see, not ours.
            continue
    return found
