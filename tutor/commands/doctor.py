"""`jax-tutor doctor`: what this machine offers, each thing tried.

A protection is not believed but attacked: a program in a worker tries to write to the home folder,
to open a socket and so on, and what counts is that it was refused.
"""

from __future__ import annotations

import asyncio
import locale as system_locale
import os
import shutil
import sys
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

import msgspec

from tutor import paths
from tutor import settings as options
from tutor.errors import HostFailed
from tutor.events import Done, Hello, Limits, Output, RunRequest
from tutor.locale import language, mark, pad, translator, wrap
from tutor.runner.client import Runner
from tutor.settings import Settings

_ = translator("runner")

Kind = Literal["fine", "note", "missing"]


@dataclass(frozen=True)
class Finding:
    """`kind`: "missing" is what matters, and makes the command end with 1."""

    id: str
    kind: Kind
    title: str
    text: str


ATTACKS = """
import json, os, sys
import jax
found = {"devices": [str(d) for d in jax.devices()]}
def attack(name, call):
    try:
        call()
    except PermissionError:
        found[name] = "refused"
    except OSError as error:
        found[name] = "refused" if error.errno == 38 else f"failed: {error}"
    except BaseException as error:
        found[name] = f"failed: {type(error).__name__}"
    else:
        found[name] = "done"
def read():
    os.listdir(HOME)
def write():
    open(PROBE, "w").close()
def network():
    import socket
    socket.socket().close()
def process():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
def signal():
    os.kill(os.getppid(), 0)
for name, call in (("read", read), ("write", write), ("network", network),
                   ("process", process), ("signal", signal)):
    attack(name, call)
open("scratch.txt", "w").write("x")
found["scratch"] = "done"
found["sum"] = float(jax.jit(lambda x: x.sum())(jax.numpy.arange(4.0)))
print(json.dumps(found))
"""

PROTECTIONS: tuple[tuple[str, str, str, str, str], ...] = (
    (
        "files",
        "write",
        mark("Files"),
        mark("a write to your home folder was refused"),
        mark("a program can change your files"),
    ),
    (
        "reading",
        "read",
        mark("Reading"),
        mark("a look into your home folder was refused"),
        mark("a program can read your files"),
    ),
    (
        "network",
        "network",
        mark("Network"),
        mark("a socket was refused"),
        mark("a program can use the network"),
    ),
    (
        "processes",
        "process",
        mark("Processes"),
        mark("a second process was refused"),
        mark("a program can start others"),
    ),
    (
        "signals",
        "signal",
        mark("Signals"),
        mark("a signal to another process was refused"),
        mark("a program can end your other programs"),
    ),
)
"""Id, attack, title, what is said when it was refused and when it was not."""

LIMITS: tuple[tuple[str, str, str, Limits], ...] = (
    ("time", "wall", "while True: pass", Limits(wall=1.0)),
    ("memory", "memory", "x = bytearray(10 << 30)", Limits(memory=1 << 30)),
    ("disk", "scratch", "f = open('x', 'wb')\nwhile True: f.write(bytes(1 << 20)); f.flush()",
     Limits(scratch=4 << 20)),
    ("output", "output", "while True: print('x' * 1000)", Limits(output=1 << 16)),
)  # fmt: skip


def doctor(*, settings: Settings, json: bool = False) -> int:
    """Say what was found; 1 when something that matters is missing."""
    findings = [*asyncio.run(_device(settings)), *_surroundings(settings)]
    ill = any(finding.kind == "missing" for finding in findings)
    if json:
        document = {"ok": not ill, "findings": [asdict(finding) for finding in findings]}
        print(msgspec.json.format(msgspec.json.encode(document)).decode())
        return int(ill)
    signs = {"fine": _("ok"), "note": _("note"), "missing": _("MISSING")}
    columns = max(40, min(shutil.get_terminal_size().columns, 100))
    for finding in findings:
        head = pad(signs[finding.kind], 9) + pad(finding.title, 14)
        first, *more = wrap(finding.text, columns - 23) or [""]
        print(head + first)
        for line in more:
            print(" " * 23 + line)
    print()
    print(_("Something that matters is missing.") if ill else _("All that matters is here."))
    return int(ill)


# --- what runs code --------------------------------------------------------------------------


async def _device(settings: Settings) -> list[Finding]:
    python = ".".join(map(str, sys.version_info[:3]))
    findings = [Finding("python", "fine", "Python", f"{python}, {sys.executable}")]
    async with Runner(settings) as runner:
        began = time.monotonic()
        try:
            hello = await runner.start()
        except HostFailed as error:
            return [*findings, Finding("host", "missing", _("Running code"), str(error))]
        versions = ", ".join(f"{name} {number}" for name, number in hello.versions.items())
        findings.append(Finding("jax", "fine", "JAX", versions))
        text = _("ready after {seconds:.1f} s").format(seconds=time.monotonic() - began)
        findings.append(Finding("host", "fine", _("Running code"), text))
        findings.append(_slots(hello, settings))
        findings += await _attacked(runner, hello, settings)
        for limit in LIMITS:
            finding = await _limited(runner, *limit)
            if finding.id == "memory" and finding.kind == "fine":
                finding = replace(finding, text=finding.text + _("; ") + _counted(hello))
            findings.append(finding)
    return findings


async def _attacked(runner: Runner, hello: Hello, settings: Settings) -> list[Finding]:
    probe = Path.home() / f".jax-tutor-doctor-{os.getpid()}"
    code = f"HOME, PROBE = {str(probe.parent)!r}, {str(probe)!r}\n{ATTACKS}"
    try:
        text, done = await _run(runner, code, options.limits(settings))
    finally:
        probe.unlink(missing_ok=True)
    try:
        found = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        said = {name: msgspec.json.decode(value) for name, value in found.items()}
    except (msgspec.MsgspecError, UnicodeDecodeError):
        reason = f"{done.status} {done.reason}".strip()
        text = _("a small program did not run to its end: {reason}").format(reason=reason)
        return [Finding("run", "missing", _("A Run"), text)]
    devices = ", ".join(said["devices"])
    right = said["sum"] == 6.0
    findings = [
        Finding("devices", "fine" if right else "missing", _("Devices"), devices),
        Finding(
            "protection",
            "fine" if hello.protection == "full" else "note",
            _("Sandbox"),
            {"full": _("full"), "partial": _("partial"), "none": _("none")}[hello.protection],
        ),
    ]
    for name, attack, title, refused, reached in PROTECTIONS:
        outcome = said.get(attack, "")
        held = outcome == "refused"
        text = _(refused) if held else _(reached)
        if outcome.startswith("failed"):
            text += f" ({outcome})"
        required = name in settings.require or (name == "reading" and "files" in settings.require)
        weight: Kind = "missing" if required or hello.protection == "none" else "note"
        # On a system that could have it, a protection that does not hold is a fault.
        if sys.platform == "linux":
            weight = "missing"
        findings.append(Finding(name, "fine" if held else weight, _(title), text))
    return findings


def _counted(hello: Hello) -> str:
    if hello.memory == "bounded":
        return _("the kernel bounds it (cgroup v2)")
    return _("looked at many times a second: no cgroup (v2) was delegated")


async def _limited(runner: Runner, name: str, limit: str, code: str, limits: Limits) -> Finding:
    titles = {
        "time": _("Time"),
        "memory": _("Memory"),
        "disk": _("Disk"),
        "output": _("Output"),
    }
    done = (await _run(runner, code, limits))[1]
    if done.status == "limit" and done.limit is not None and done.limit.name == limit:
        text = _("a program without end was ended after {seconds:.1f} s")
        return Finding(name, "fine", titles[name], text.format(seconds=done.seconds))
    if done.status == "raised":
        return Finding(name, "fine", titles[name], _("the system refused more than its limit"))
    text = _("its limit did not hold: {status}").format(status=done.status)
    return Finding(name, "missing", titles[name], text)


async def _run(runner: Runner, code: str, limits: Limits) -> tuple[str, Done]:
    text, done = "", Done(status="crashed")
    async for event in runner.run(
        RunRequest(id="doctor", code=code, limits=limits, silenced=("all",))
    ):
        if isinstance(event, Output) and event.stream == "stdout":
            text += event.text
        elif isinstance(event, Done):
            done = event
    return text, done


def _slots(hello: Hello, settings: Settings) -> Finding:
    text = _("{slots} Runs; {memory} MB for each").format(
        slots=hello.slots, memory=settings.memory_mb
    )
    if hello.slots_shared:
        text += _("; ") + _("all users of this machine together, by way of {folder}").format(
            folder=hello.slots_shared
        )
        return Finding("slots", "fine", _("At once"), text)
    text += _("; ") + _("no folder that all users could share: each app counts its own Runs only")
    return Finding("slots", "note", _("At once"), text)


# --- what is around it -----------------------------------------------------------------------


def _surroundings(settings: Settings) -> list[Finding]:
    return [_terminal(), _language(), *_folders()]


def _terminal() -> Finding:
    title = _("Terminal")
    if not sys.stdout.isatty():
        return Finding("terminal", "note", title, _("none here; the app needs one"))
    size = shutil.get_terminal_size()
    name, depth = os.environ.get("TERM", "?"), os.environ.get("COLORTERM", "")
    text = f"{name} {depth}".strip() + f", {size.columns}x{size.lines}"
    if size.columns < 80 or size.lines < 24:
        return Finding("terminal", "note", title, text + _("; ") + _("80x24 is better"))
    return Finding("terminal", "fine", title, text)


def _language() -> Finding:
    encoding = system_locale.getpreferredencoding(False)
    text = f"{language()}, {encoding}"
    if encoding.lower().replace("-", "") != "utf8":
        advice = _("Chinese and drawings need UTF-8")
        return Finding("locale", "note", _("Language"), text + _("; ") + advice)
    return Finding("locale", "fine", _("Language"), text)


def _folders() -> list[Finding]:
    places = (
        ("data", _("Progress"), paths.store_file()),
        ("config", _("Settings"), paths.config_file()),
        ("cache", _("Cache"), paths.compilation_cache_dir()),
        ("log", _("Log"), paths.log_file()),
    )
    findings = []
    for name, title, path in places:
        if _writable(path.parent):
            findings.append(Finding(name, "fine", title, str(path)))
        else:
            text = _("{path}: this folder cannot be written").format(path=path.parent)
            # Without settings and log one can learn; without the other two little is kept.
            weight: Kind = "missing" if name in ("data", "cache") else "note"
            findings.append(Finding(name, weight, title, text))
    return findings


def _writable(folder: Path) -> bool:
    """Whether a file can be made in it, or in the folder that it would be made in. Tried."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    probe = folder / f".jax-tutor-doctor-{os.getpid()}"
    try:
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True
