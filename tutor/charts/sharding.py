"""Which part of an array lies on which device: as a grid, and in words.

Data: see `sharding` of a block "array" in `tutor.charts.blocks`.
"""

from __future__ import annotations

from typing import Any

from tutor.charts.text import clean
from tutor.locale import pad, translator, width

_ = translator("charts")

Data = dict[str, Any]
Span = tuple[int, int]
MOST_ROWS = 16
"""A grid of more rows is told in words."""
PIECES_TOLD = 16
LONGEST_CELL = 24


def draw(shape: list[Any], data: Data, cells: int, *, unicode: bool) -> list[str]:
    """The array as a grid of its parts, the devices that hold each in it; else in words."""
    parts = _parts(data)
    split = [axis for axis in range(len(shape)) if len({part[axis] for part in parts}) > 1]
    if len(split) > 2 or len(data["pieces"]) < int(data["devices"]):
        return words(data)
    if len(split) == 2:
        down, across = split
    elif not split or (split[0] == 0 and len(shape) > 1):
        down, across = (split[0] if split else 0), -1
    else:
        down, across = -1, split[0]
    rows = _spans(parts, down if split else -1)
    columns = _spans(parts, across)
    grid = [[_devices(parts, down, row, across, column) for column in columns] for row in rows]
    lines = _boxes(grid, [_told(row) for row in rows], [_told(c) for c in columns], unicode)
    if len(rows) > MOST_ROWS or max(map(width, lines)) > cells:
        return words(data)
    axes = [(down, _("axis {axis} down")), (across, _("axis {axis} across"))]
    said = _(", ").join(text.format(axis=axis) for axis, text in axes if axis in split)
    return [_head(data), *([f"  {said}"] if len(shape) > 1 and said else []), *lines]


def words(data: Data) -> list[str]:
    """A line for each part, with the devices that hold it."""
    if data["replicated"]:
        return [_head(data)]
    lines = [_head(data)]
    parts = _parts(data)
    for part, devices in list(parts.items())[:PIECES_TOLD]:
        spans = ", ".join(map(_told, part))
        text = (
            _("  device {id}: [{spans}]") if len(devices) == 1 else _("  devices {id}: [{spans}]")
        )
        lines.append(text.format(id=", ".join(map(str, devices)), spans=spans))
    if len(parts) > PIECES_TOLD:
        lines.append("  ...")
    return lines


def spec(data: Data) -> str:
    """The mesh and how axes are laid on it; "" where JAX does not say."""
    if not data.get("mesh"):
        return ""
    mesh = ", ".join(f"{clean(name)}={int(n)}" for name, n in data["mesh"].items())
    return f"mesh({mesh})  {clean(data.get('spec', ''))}"


def _head(data: Data) -> str:
    count = int(data["devices"])
    if data["replicated"]:
        text = _("a whole copy on each of {count} devices").format(count=count)
    else:
        text = _("split over {count} devices").format(count=count)
    return f"{text}  {spec(data)}".rstrip()


def _parts(data: Data) -> dict[tuple[Span, ...], list[int]]:
    """The devices that hold each part, parts in their order within the array."""
    found: dict[tuple[Span, ...], list[int]] = {}
    for piece in data["pieces"]:
        spans = zip(piece["start"], piece["stop"], strict=True)
        part = tuple((int(a), int(b)) for a, b in spans)
        found.setdefault(part, []).append(int(piece["device"]))
    return dict(sorted(found.items()))


def _spans(parts: dict[tuple[Span, ...], list[int]], axis: int) -> list[Span]:
    """The stretches that `axis` is split into; one, unnamed, without an axis."""
    return sorted({part[axis] for part in parts}) if axis >= 0 else [(0, 0)]


def _told(span: Span) -> str:
    return f"{span[0]}:{span[1]}" if span[1] > span[0] else ""


def _devices(
    parts: dict[tuple[Span, ...], list[int]], down: int, row: Span, across: int, column: Span
) -> str:
    held = [
        str(device)
        for part, devices in parts.items()
        if (down < 0 or not row[1] or part[down] == row) and (across < 0 or part[across] == column)
        for device in devices
    ]
    most = len(held)
    while len(" ".join(held[:most])) > LONGEST_CELL:
        most -= 1
    return " ".join(held[:most]) + (" ..." if most < len(held) else "")


def _boxes(grid: list[list[str]], rows: list[str], columns: list[str], unicode: bool) -> list[str]:
    marks = ("│", "─", "┌┬┐", "├┼┤", "└┴┘") if unicode else ("|", "-", "+++", "+++", "+++")
    bar, line, top, between, bottom = marks
    gutter = max(map(len, rows)) + 3 if any(rows) else 2
    rooms = [
        max(len(head), *(len(row[index]) for row in grid)) + 2 for index, head in enumerate(columns)
    ]

    def rule(ends: str) -> str:
        return " " * gutter + ends[0] + ends[1].join(line * room for room in rooms) + ends[2]

    lines = []
    if any(columns):
        heads = " ".join(_middle(head, room) for head, room in zip(columns, rooms, strict=True))
        lines.append(" " * (gutter + 1) + heads.rstrip())
    lines.append(rule(top))
    for index, (name, row) in enumerate(zip(rows, grid, strict=True)):
        if index:
            lines.append(rule(between))
        held = bar.join(_middle(cell, room) for cell, room in zip(row, rooms, strict=True))
        lines.append(pad(name, gutter - 1, "right") + " " + bar + held + bar)
    lines.append(rule(bottom))
    return lines


def _middle(text: str, room: int) -> str:
    left = (room - len(text)) // 2
    return " " * left + text + " " * (room - len(text) - left)
