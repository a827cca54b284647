"""The X-ray of a Run: functions traced and compiled, time, keys, programs, values.

Data of a block of kind "xray":

seconds number    of the program under instruments
split             {python, trace, lower, compile, run, transfer: number of seconds}
device_known      whether run and transfer could be measured
functions         [{name, line, ran, traced, compiled int; seconds {stage: number};
                  traces [{line int; arguments [{path, text}]; left_out int; optional inside str;
                  optional why {kind "shape|dtype|weak|static|structure|sharding|setting|
                  function|options", argument, before, after}}]; left_out int}]
others            {count int, names {name: count}}: programs of single operations and of libraries
keys              {nodes [{depth, how, line, optional rows [from, to] of what was made together,
                  words, uses [{name, line, count}] of each row, reused, hidden, derived
                  true when other keys were made from it}],
                  left_out, reused int, traced [{name, line, count}]}
programs          [{name, line, optional jaxpr (as of a block "jaxpr"), operations, touched number,
                  arguments, results, scratch int (bytes)}]
values            [{kind "tree|array", label, ...}], each as the block of that kind
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tutor.charts.numbers import number, seconds, size
from tutor.charts.text import clean
from tutor.locale import pad, translator, width, wrap

_ = translator("charts")

Data = dict[str, Any]
Line = tuple[str, str]
Part = Callable[[str, Data], list[str]]
"""Tells a block of another kind, in lines."""

FAINT, HEAD, WARN = "bright_black", "bold", "yellow"
STAGES = ("python", "trace", "lower", "compile", "run", "transfer")
BAR, LEAST_BAR = 30, 8
JAXPR_LINES = 24
VALUE_LINES = 20
KEY_LINES = 40
MOST_FOLDED = 2
"""Lines below the first one of a sentence that is too long."""


def lines(data: Data, part: Part, cells: int, *, bars: bool = True) -> list[Line]:
    """All of it, what is most asked for first. Without `bars` nothing is drawn, only told."""
    total = float(data["seconds"])
    head = _("X-ray: the same code once more, with instruments, in {seconds}")
    shown: list[Line] = [(head.format(seconds=seconds(total)), HEAD)]
    shown += _split(data, total, cells if bars else 0)
    for section in (_functions, _keys):
        for text, style in section(data):
            shown += [(line, style) for line in (_folded(text, cells) if bars else [text])]
    for program in data["programs"]:
        shown += _program(program, part)
    if data["values"]:
        shown += [("", ""), (_("What it left"), HEAD)]
    for value in data["values"]:
        told = part(str(value["kind"]), value)
        shown += [("  " + line, "") for line in told[:VALUE_LINES]]
        if len(told) > VALUE_LINES:
            shown.append(("  ...", FAINT))
    return shown


def _folded(text: str, cells: int) -> list[str]:
    """`text` on a few lines, the later ones indented."""
    indent = " " * (len(text) - len(text.lstrip()))
    if width(text) <= cells or len(indent) + 20 > cells:
        return [text]
    first, *rest = wrap(text.strip(), cells - len(indent) - 4)
    if len(rest) >= MOST_FOLDED:
        rest[MOST_FOLDED - 1 :] = [rest[MOST_FOLDED - 1] + " ..."]
    return [indent + first, *(f"{indent}    {line.strip()}" for line in rest)]


# --- time ------------------------------------------------------------------------------------


def _split(data: Data, total: float, cells: int) -> list[Line]:
    names = {
        "python": _("Python"), "trace": _("trace"), "lower": _("lower"),
        "compile": _("compile"), "run": _("run"), "transfer": _("transfer"),
    }  # fmt: skip
    known = STAGES if data["device_known"] else STAGES[:4]
    column = max(width(names[stage]) for stage in known)
    shown: list[Line] = []
    for stage in known:
        spent = float(data["split"][stage])
        share = spent / total if total > 0 else 0.0
        text = f"  {pad(names[stage], column)}  {pad(seconds(spent), 8, 'right')}"
        text += f"  {round(share * 100):3d} %"
        room = min(BAR, cells - width(text) - 2)
        if room >= LEAST_BAR:
            text += "  " + "█" * round(min(1.0, max(0.0, share)) * room)
        shown.append((text.rstrip(), ""))
    if not data["device_known"]:
        shown.append((_("  Python includes running and transfers: they were not measured."), FAINT))
    return shown


# --- functions -------------------------------------------------------------------------------


def _functions(data: Data) -> list[Line]:
    traced = [f for f in data["functions"] if int(f["traced"])]
    shown: list[Line] = [("", ""), (_("Your functions"), HEAD)]
    if not traced:
        shown.append((_("  None was traced: everything ran step by step."), ""))
    for function in traced:
        shown.append(("  " + _counts(function), ""))
        for index, trace in enumerate(function["traces"], 1):
            shown.append((f"    {index}  " + _trace(trace), FAINT))
        if int(function["left_out"]):
            more = _("... and {count} more").format(count=int(function["left_out"]))
            shown.append(("    " + more, FAINT))
    plain = [f for f in data["functions"] if not int(f["traced"]) and int(f["ran"])]
    for function in plain[:12]:
        text = _("{name} (line {line}): ran {count}x as plain Python, never traced")
        shown.append(("  " + text.format(count=int(function["ran"]), **_place(function)), FAINT))
    others = data["others"]
    if int(others["count"]):
        names = ", ".join(clean(name).lstrip("_") for name in list(others["names"])[:8])
        text = _("Besides, {count} programs for single operations: {names}")
        shown.append(("  " + text.format(count=int(others["count"]), names=names), FAINT))
    return shown


def _place(function: Data) -> dict[str, Any]:
    return {"name": clean(function["name"]), "line": int(function["line"])}


def _counts(function: Data) -> str:
    place = _place(function)
    text = _("{name} (line {line}): traced {traced}x, compiled {compiled}x").format(
        traced=int(function["traced"]), compiled=int(function["compiled"]), **place
    )
    if int(function["ran"]):
        text += _(", and ran {count}x as plain Python").format(count=int(function["ran"]))
    spent = sum(float(value) for value in function["seconds"].values())
    return text + (_(", ") + seconds(spent) if spent else "")


def _trace(trace: Data) -> str:
    if "inside" in trace:
        text = _("as part of {name}").format(name=clean(trace["inside"]))
    else:
        text = _("line {line}").format(line=int(trace["line"]))
    if "why" in trace:
        return text + _(": ") + _again(trace["why"])
    arguments = ", ".join(f"{clean(a['path'])} {clean(a['text'])}" for a in trace["arguments"])
    if int(trace["left_out"]):
        arguments += ", ..."
    return text + (_(": ") + arguments if arguments else "")


def _again(why: Data) -> str:
    names = {name: clean(why[name]) for name in ("argument", "before", "after")}
    if why["kind"] == "sharding":
        names |= {name: names[name] or _("one device") for name in ("before", "after")}
    sentences = {
        "shape": _("again, {argument} has another shape: {before} → {after}"),
        "dtype": _("again, {argument} has another dtype: {before} → {after}"),
        "weak": _("again, the type of {argument} is weak (*) or not: {before} → {after}"),
        "static": _("again, {argument} has another value: {before} → {after}"),
        "structure": _("again, {argument} has another structure: {before} → {after}"),
        "sharding": _("again, {argument} lies elsewhere: {before} → {after}"),
        "setting": _("again, the setting {argument} has another value: {before} → {after}"),
        "options": _(
            "again, function and types as before: other options of jit, or cleared caches"
        ),
        "function": _("again, types as before: a function made anew, as by jit in a loop"),
    }
    return sentences[str(why["kind"])].format(**names)


# --- keys ------------------------------------------------------------------------------------


def _keys(data: Data) -> list[Line]:
    keys = data["keys"]
    if not keys["nodes"] and not keys["traced"]:
        return []
    shown: list[Line] = [("", ""), (_("Random keys"), HEAD)]
    for node in keys["nodes"][:KEY_LINES]:
        shown.append(_key(node))
    left_out = int(keys["left_out"]) + max(0, len(keys["nodes"]) - KEY_LINES)
    if left_out:
        shown.append(("  " + _("... and {count} more").format(count=left_out), FAINT))
    for use in keys["traced"][:KEY_LINES]:
        text = _("inside a traced function: {use}").format(use=_use(use))
        shown.append(("  " + text, FAINT))
    return shown


def _key(node: Data) -> Line:
    indent = "  " * (1 + min(int(node["depth"]), 20))
    how = clean(node["how"]) or _("a key from elsewhere")
    first, last = map(int, node.get("rows") or (0, 0))
    rows = f"[{first}:{last}]" if last - first > 1 else f"[{first}]" if last > first else ""
    text = f"{indent}{how}{rows}"
    if int(node["line"]):
        text += "  " + _("line {line}").format(line=int(node["line"]))
    uses = node["uses"]
    if uses:
        text += "  → " + ", ".join(map(_use, uses))
    elif not node.get("derived"):
        text += "  → " + _("not used")
    if uses and last - first > 1:
        text += _(", each")
    if int(node["hidden"]):
        text += "  " + _("({count} more keys below)").format(count=int(node["hidden"]))
    if node["reused"]:
        return text + "  " + _("USED AGAIN: the same numbers"), WARN
    return text, ""


def _use(use: Data) -> str:
    text = _("{name} line {line}").format(name=clean(use["name"]), line=int(use["line"]))
    return text + (f" {int(use['count'])}x" if int(use["count"]) > 1 else "")


# --- programs --------------------------------------------------------------------------------


def _program(program: Data, part: Part) -> list[Line]:
    head = _("Program of {name} (line {line})").format(**_place(program))
    shown: list[Line] = [("", ""), (head, HEAD)]
    told = []
    if "operations" in program:
        told.append(
            _("{count} floating-point operations, {bytes} read and written").format(
                count=number(float(program["operations"])), bytes=size(int(program["touched"]))
            )
        )
    if "scratch" in program:
        told.append(
            _("memory: arguments {arguments}, results {results}, in between {scratch}").format(
                arguments=size(int(program["arguments"])),
                results=size(int(program["results"])),
                scratch=size(int(program["scratch"])),
            )
        )
    shown += [("  " + line, FAINT) for line in told]
    if "jaxpr" in program:
        found = part("jaxpr", program["jaxpr"])
        shown += [("  " + line, "") for line in found[:JAXPR_LINES]]
        if len(found) > JAXPR_LINES:
            more = _("... and {count} more").format(count=len(found) - JAXPR_LINES)
            shown.append(("    " + more, FAINT))
    return shown
