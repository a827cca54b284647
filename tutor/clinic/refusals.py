"""Which errors are the sandbox's: evidence of a refused file, network or process. Worker side."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Literal

import msgspec

from tutor.events import Evidence, ExceptionInfo

Refused = Literal["file", "network", "process"]

_NEEDS = {"file": "files", "network": "network", "process": "processes"}
"""The protection, by its id, that a refusal of each kind comes from."""

_SAYS = re.compile(r"\[Errno (?:1|13)\] ")
_NAMED = re.compile(r"\[Errno (?:1|13)\] [^:]*: '(.*?)'(?: -> |$)", re.DOTALL)
_NATIVE = re.compile(r"PERMISSION_DENIED: (/[^;]*); ")
"""A file that was refused to the compiler or to its profiler, which raise no PermissionError."""
_NETWORK_MODULES = ("socket", "ssl", "http.", "urllib.", "asyncio.base_events")
_PROCESS_MODULES = ("subprocess", "multiprocessing", "os:_spawn", "os:_exec", "pty")
_PROCESS_CALLS = re.compile(r"\b(?:fork\w*|exec\w+|spawn\w*|popen|system|kill\w*|Popen)\s*\(")
_SOCKET_CALLS = re.compile(r"\bsocket\w*\s*\(|\.(?:connect|bind|listen|accept|sendto)\s*\(")


def marked(evidence: Evidence, given: Collection[str]) -> Evidence:
    """`evidence`, told to be a refusal when it is one of the protections `given`."""
    for info in evidence.exceptions:
        refused = _refused(info, evidence)
        if refused is not None and _NEEDS[refused] in given:
            path = _NAMED.search(info.message) or _NATIVE.match(info.message)
            details = {**evidence.details, "refused": refused, "path": path[1] if path else ""}
            return msgspec.structs.replace(evidence, kind="refusal", details=details)
    return evidence


def _refused(info: ExceptionInfo, evidence: Evidence) -> Refused | None:
    names = (info.name, *info.bases)
    if "gaierror" in names:
        return "network"
    if info.name in ("JaxRuntimeError", "XlaRuntimeError") and _NATIVE.match(info.message):
        return "file"
    if "PermissionError" not in names or not _SAYS.match(info.message):
        return None
    line = info.frames[-1].source if info.frames else ""
    if line.lstrip().startswith("raise "):
        return None
    if _through(info, _PROCESS_MODULES):
        return "process"
    if _through(info, _NETWORK_MODULES):
        return "network"
    if _NAMED.search(info.message) and not _PROCESS_CALLS.search(line):
        return "file"
    return "network" if _SOCKET_CALLS.search(line) else "process"


def _through(info: ExceptionInfo, modules: tuple[str, ...]) -> bool:
    return any(frame.startswith(modules) for frame in info.library)
