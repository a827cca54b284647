"""What `show` sends: blocks of data, drawn and told in words.

Every kind carries `label` (str, may be ""). Numbers that are not finite are "nan", "inf", "-inf".

array     shape [int], dtype str; optional weak, traced, deleted (true); bytes int; then one of
          values str            all values as NumPy prints them
          heat [[number]]       a matrix as at most 20 x 48 means, row by row from the top
          histogram             {edges [n + 1], counts [n]}
          with stats {min, max, mean, std}, nan int, inf int;
          optional sharding {devices int, replicated bool, mesh {axis: size}, spec str,
          pieces [{device int, start [int], stop [int]}]}
tree      nodes [{depth, key, kind, and for containers children int; for leaves shape, dtype,
          bytes, value str, traced, deleted, sharding as far as known}], left_out int (nodes),
          leaves int, elements int, bytes int
jaxpr     lines [{depth, role "constants|in|equation|part|out", text, folds true when an inner
          program follows}], left_out int, primitives {name: count}
keys      shape [int], impl str; keys [[hex words]], left_out int; or traced true
text      text str
points, boundary   see `tutor.charts.plane`
xray      see `tutor.charts.xray`

An unknown kind, or data that are not as said here, come out as one line that names the kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.text import Text

from tutor.charts import plane, sharding, xray
from tutor.charts.numbers import number, size
from tutor.charts.text import clean, plain_ascii
from tutor.events import Block
from tutor.locale import cut, translator, wrap

_ = translator("charts")

Data = dict[str, Any]
Line = tuple[str, str]
"""Text and style."""

FAINT = "bright_black"
HEAD = "bold"
SHADES, SHADES_ASCII = " ░▒▓█", " .:*#"
COLUMNS, COLUMNS_ASCII = " ▁▂▃▄▅▆▇█", " .:-=+*#@"
PLOT_ROWS = 6
MOST_LINES = 60
FOLDED_DEPTH = 2
"""Inner programs of a jaxpr deeper than this are folded to one line."""
TROUBLE = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError)


def draw(block: Block, width: int, *, colour: bool = True, unicode: bool = True) -> Text:
    """The picture of `block`, each line at most `width` cells wide."""
    width = max(1, width)
    texts: list[Text] = []
    try:
        if block.kind in PLANES:
            pieces = plane.draw(block.data, width, colour=colour, unicode=unicode)
            return _joined([_cut_pieces(line, width) for line in pieces])
        lines = _DRAWN[block.kind](block.data, width, unicode)
    except TROUBLE:
        lines = [(_unknown(block), "")]
    for text, style in lines:
        shown = text if unicode else plain_ascii(text)
        texts.append(Text(cut(shown, width, "…" if unicode else "~"), style if colour else ""))
    return _joined(texts)


def _joined(lines: list[Text]) -> Text:
    picture = Text("\n").join(lines)
    picture.no_wrap = True
    return picture


def _cut_pieces(pieces: list[Line], width: int) -> Text:
    text = Text()
    for part, style in pieces:
        text.append(cut(part, max(0, width - text.cell_len), ""), style or None)
    text.rstrip()
    return text


def words(block: Block) -> list[str]:
    """`block` in sentences and short lines."""
    try:
        return _TOLD[block.kind](block.data)
    except TROUBLE:
        return [_unknown(block)]


def _unknown(block: Block) -> str:
    return _("A picture that this version cannot draw: {kind}.").format(kind=clean(block.kind))


# --- arrays ----------------------------------------------------------------------------------


def _draw_array(data: Data, width: int, unicode: bool) -> list[Line]:
    lines = [(_array_head(data), HEAD)]
    if "sharding" in data:
        drawn = sharding.draw(data["shape"], data["sharding"], width, unicode=unicode)
        lines += [(line, "") for line in drawn]
    if "values" in data:
        lines += [(clean(line), "") for line in str(data["values"]).split("\n")[:MOST_LINES]]
    elif "heat" in data:
        lines += _heat(data["heat"], data["stats"], width, unicode)
    elif "histogram" in data:
        lines += _histogram(data["histogram"], width, unicode)
    if "stats" in data:
        lines.append((_statistics(data), FAINT))
    return lines


def _tell_array(data: Data) -> list[str]:
    said = [_array_head(data)]
    if "values" in data:
        said += [clean(line) for line in str(data["values"]).split("\n")[:MOST_LINES]]
    if "stats" in data:
        said.append(_statistics(data))
    if "histogram" in data:
        said += _most_frequent(data["histogram"])
    if "sharding" in data:
        said += sharding.words(data["sharding"])
    return said


def _array_head(data: Data) -> str:
    notes = []
    if data.get("weak"):
        notes.append(_("weak type"))
    if data.get("traced"):
        notes.append(_("traced: no values yet"))
    if data.get("deleted"):
        notes.append(_("deleted: its buffer was given away"))
    if data.get("bytes"):
        notes.append(size(int(data["bytes"])))
    return _labelled(data, _type(data) + (f"  ({', '.join(notes)})" if notes else ""))


def _labelled(data: Data, text: str) -> str:
    label = clean(data.get("label", ""))
    return label + _(": ") + text if label else text


def _type(data: Data) -> str:
    return f"{clean(data['dtype'])}[{','.join(str(int(n)) for n in data['shape'])}]"


def _statistics(data: Data) -> str:
    stats = {name: number(float(value)) for name, value in data["stats"].items()}
    text = _("min {min}, max {max}, mean {mean}, std {std}").format(**stats)
    for name in ("nan", "inf"):
        if data.get(name):
            text += _(", ") + name + _(": ") + str(int(data[name]))
    return text


def _heat(rows: list[list[Any]], stats: Data, width: int, unicode: bool) -> list[Line]:
    """Darkest is the lowest value; two cells a column, so that squares look square."""
    shades = SHADES if unicode else SHADES_ASCII
    low, high = float(stats["min"]), float(stats["max"])
    columns = len(rows[0])
    repeat = 2 if columns * 2 <= width else 1
    every = -(-columns // max(1, width // repeat))
    lines = []
    for row in rows:
        text = ""
        for value in row[::every]:
            share = _share(float(value), low, high)
            shade = "?" if share is None else shades[round(share * (len(shades) - 1))]
            text += shade * repeat
        lines.append((text.rstrip() or " ", ""))
    return lines


def _share(value: float, low: float, high: float) -> float | None:
    if value != value:
        return None
    span = high / 2 - low / 2
    if span <= 0:
        return 0.5
    return min(1.0, max(0.0, (value / 2 - low / 2) / span))


def _histogram(data: Data, width: int, unicode: bool) -> list[Line]:
    counts = [int(count) for count in data["counts"]]
    edges = [float(edge) for edge in data["edges"]]
    repeat = max(1, min(2, width // max(1, len(counts))))
    counts = counts[: max(1, width // repeat)]
    most = max(counts)
    levels = COLUMNS if unicode else COLUMNS_ASCII
    steps = len(levels) - 1
    heights = [max(1 if count else 0, round(count / most * PLOT_ROWS * steps)) for count in counts]
    lines = []
    for row in range(PLOT_ROWS - 1, -1, -1):
        text = "".join(levels[min(max(h - row * steps, 0), steps)] * repeat for h in heights)
        lines.append((text.rstrip() or " ", "cyan"))
    left, right = number(edges[0]), number(edges[-1])
    gap = max(1, len(counts) * repeat - len(left) - len(right))
    return [*lines, (left + " " * gap + right, FAINT)]


def _most_frequent(data: Data) -> list[str]:
    counts, edges = data["counts"], data["edges"]
    best = max(range(len(counts)), key=lambda index: int(counts[index]))
    share = int(counts[best]) / max(1, sum(int(count) for count in counts))
    return [
        _("most values between {low} and {high} ({share} %)").format(
            low=number(float(edges[best])),
            high=number(float(edges[best + 1])),
            share=round(share * 100),
        )
    ]


# --- trees -----------------------------------------------------------------------------------


def _tell_tree(data: Data) -> list[str]:
    leaves, elements = int(data["leaves"]), int(data["elements"])
    total = _("{leaves}, {elements}, {bytes}").format(
        leaves=_.plural("{n} leaf", "{n} leaves", leaves).format(n=leaves),
        elements=_.plural("{n} number", "{n} numbers", elements).format(n=elements),
        bytes=size(int(data["bytes"])),
    )
    lines = [_labelled(data, total)]
    nodes = data["nodes"]
    lines += [_node(node) for node in nodes[:MOST_LINES]]
    left_out = max(0, len(nodes) - MOST_LINES) + int(data["left_out"])
    if left_out:
        lines.append(_("... and {count} more").format(count=left_out))
    return lines


def _node(node: Data) -> str:
    key = clean(node["key"])
    indent = "  " * min(int(node["depth"]), 20) + ("  " + key + "  " if key else "  ")
    if "children" in node:
        return f"{indent}{clean(node['kind'])} ({int(node['children'])})"
    if "shape" in node:
        text = indent + _type(node)
        if node.get("traced"):
            text += "  " + _("traced")
        if node.get("deleted"):
            text += "  " + _("deleted")
        if "value" in node:
            text += f"  {clean(node['value'])}"
        if "sharding" in node:
            text += "  " + sharding.words(node["sharding"])[0]
        return text
    return indent + clean(node.get("value", node["kind"]))


def _draw_tree(data: Data, width: int, unicode: bool) -> list[Line]:
    head, *rest = _tell_tree(data)
    return [(head, HEAD), *((line, "") for line in rest)]


# --- jaxprs, keys, text ----------------------------------------------------------------------


def _jaxpr_lines(data: Data) -> list[str]:
    words_of = {"in": _("in"), "out": _("out"), "constants": _("constants")}
    lines: list[str] = []
    folded = 0
    for line in data["lines"]:
        depth = int(line["depth"])
        if depth > FOLDED_DEPTH:
            folded += line["role"] == "equation"
            continue
        if folded:
            lines.append("  " * (FOLDED_DEPTH + 2) + _folded(folded))
            folded = 0
        role = words_of.get(line["role"], "")
        text = f"{role}  {clean(line['text'])}" if role else clean(line["text"])
        lines.append("  " * (depth + 1) + text)
    if folded:
        lines.append("  " * (FOLDED_DEPTH + 2) + _folded(folded))
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = []
        lines.append("  ...")
    elif data["left_out"]:
        lines.append(_("... and {count} more").format(count=int(data["left_out"])))
    return lines


def _folded(count: int) -> str:
    return _("... {count} equations folded").format(count=count)


def _jaxpr_head(data: Data) -> str:
    counts = data["primitives"].items()
    used = ", ".join(
        clean(name) if count == 1 else f"{clean(name)} x{int(count)}"
        for name, count in list(counts)[:8]
    )
    total = sum(int(count) for _name, count in counts)
    return _labelled(data, _("jaxpr, {count} equations: {used}").format(count=total, used=used))


def _draw_jaxpr(data: Data, width: int, unicode: bool) -> list[Line]:
    return [(_jaxpr_head(data), HEAD), *((line, "") for line in _jaxpr_lines(data))]


def _tell_jaxpr(data: Data) -> list[str]:
    return [_jaxpr_head(data), *_jaxpr_lines(data)]


def _tell_keys(data: Data) -> list[str]:
    shape = [int(n) for n in data["shape"]]
    impl = clean(data["impl"])
    if shape:
        head = _("random keys {shape}, {impl}").format(shape=shape, impl=impl)
    else:
        head = _("a random key, {impl}").format(impl=impl)
    if data.get("traced"):
        return [_labelled(data, head + _(", ") + _("traced: no values yet"))]
    lines = [_labelled(data, head)]
    lines += ["  " + " ".join(clean(word) for word in key) for key in data["keys"]]
    if data["left_out"]:
        lines.append(_("... and {count} more").format(count=int(data["left_out"])))
    return lines


def _draw_keys(data: Data, width: int, unicode: bool) -> list[Line]:
    head, *rest = _tell_keys(data)
    return [(head, HEAD), *((line, "") for line in rest)]


def _tell_text(data: Data) -> list[str]:
    lines = [clean(line, 2000) for line in str(data["text"]).split("\n")[:MOST_LINES]]
    return [_labelled(data, lines[0]), *lines[1:]]


def _draw_text(data: Data, width: int, unicode: bool) -> list[Line]:
    return [(part, "") for line in _tell_text(data) for part in wrap(line, width)]


def _tell_part(kind: str, data: Data) -> list[str]:
    return _TOLD[kind](data)


def _tell_xray(data: Data) -> list[str]:
    return [text for text, _style in xray.lines(data, _tell_part, 0, bars=False)]


def _draw_xray(data: Data, width: int, unicode: bool) -> list[Line]:
    def part(kind: str, data: Data) -> list[str]:
        return [text for text, _style in _DRAWN[kind](data, width - 2, unicode)]

    return xray.lines(data, part, width)


_DRAWN: dict[str, Callable[[Data, int, bool], list[Line]]] = {
    "array": _draw_array,
    "tree": _draw_tree,
    "jaxpr": _draw_jaxpr,
    "keys": _draw_keys,
    "text": _draw_text,
    "xray": _draw_xray,
}
_TOLD: dict[str, Callable[[Data], list[str]]] = {
    "array": _tell_array,
    "tree": _tell_tree,
    "jaxpr": _tell_jaxpr,
    "keys": _tell_keys,
    "text": _tell_text,
    "xray": _tell_xray,
    "points": plane.words,
    "boundary": plane.words,
}
PLANES = frozenset({"points", "boundary"})
KINDS = frozenset(_TOLD)
