"""Curves and timings as SVG, PNG and CSV. The only module that knows Pillow.

SVG and CSV are UTF-8 text. PNG is drawn at twice the size, with the font that Pillow brings. It has
no Chinese characters: our own words are English in a PNG, and "?" stands for others in names.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal
from xml.sax.saxutils import escape

from tutor.charts import figure
from tutor.charts.figure import Box, Figure, Line, Words
from tutor.charts.points import Series
from tutor.events import Timing
from tutor.locale import translator

_ = translator("charts")

Format = str
FORMATS: tuple[Format, ...] = ("svg", "png", "csv")
SCALE = 2
MOST_NAMES = 1000


def curves_file(
    series: Series, kind: Format, *, log_scale: bool | Literal["auto"] = "auto", unit: str = ""
) -> bytes:
    """`series` as a file of one of `FORMATS`."""
    if kind == "csv":
        return curves_csv(series, unit).encode()
    say = _english if kind == "png" else _
    return _drawn(figure.of_curves(series, log_scale=log_scale, unit=unit, say=say), kind)


def timing_file(event: Timing, kind: Format) -> bytes:
    """A comparison as a file of one of `FORMATS`."""
    if kind == "csv":
        return timing_csv(event).encode()
    return _drawn(figure.of_timing(event, _english if kind == "png" else _), kind)


def curves_csv(series: Series, unit: str = "") -> str:
    """A line for each point: curve, step, value, all digits kept."""
    rows = [
        (name, repr(step), repr(value)) for name, points in series.items() for step, value in points
    ]
    return _csv(("curve", unit or "step", "value"), rows)


def timing_csv(event: Timing) -> str:
    """A line for each contestant; times in seconds."""
    head = ("name", "first_call_s", "median_s", "spread", "compile_s", "rounds")
    return _csv(
        head,
        [
            (row.name, *map(repr, (row.first, row.median, row.spread, row.compile, row.rounds)))
            for row in event.rows
        ],
    )


def write(folder: Path, stem: str, kind: Format, content: bytes) -> Path:
    """Write a new file in `folder`, under a name that is not taken; its path.

    Raises OSError when it cannot be written.
    """
    for count in range(1, MOST_NAMES):
        path = folder / (f"{stem}.{kind}" if count == 1 else f"{stem}-{count}.{kind}")
        try:
            with path.open("xb") as file:
                file.write(content)
        except FileExistsError:
            continue
        return path
    raise FileExistsError(f"{folder / stem}.{kind}")


def _english(text: str) -> str:
    return text


def _csv(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()


def _drawn(drawn: Figure, kind: Format) -> bytes:
    makers: dict[Format, Callable[[Figure], bytes]] = {"svg": _svg, "png": _png}
    return makers[kind](drawn)


def _svg(drawn: Figure) -> bytes:
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{drawn.width}" height="{drawn.height}" '
        f'viewBox="0 0 {drawn.width} {drawn.height}" '
        f'font-family="sans-serif" font-size="{figure.SIZE}">',
        f'<rect width="{drawn.width}" height="{drawn.height}" fill="#ffffff"/>',
    ]
    for shape in drawn.shapes:
        match shape:
            case Line(points, colour, thick):
                path = " ".join(f"{x:g},{y:g}" for x, y in points)
                parts.append(
                    f'<polyline points="{path}" fill="none" stroke="{colour}" '
                    f'stroke-width="{thick:g}" stroke-linejoin="round"/>'
                )
            case Box(x, y, width, height, colour):
                parts.append(
                    f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
                    f'fill="{colour}"/>'
                )
            case Words(x, y, text, colour, anchor):
                parts.append(
                    f'<text x="{x:g}" y="{y:g}" fill="{colour}" text-anchor="{anchor}">'
                    f"{escape(text)}</text>"
                )
    return ("\n".join([*parts, "</svg>"]) + "\n").encode()


def _png(drawn: Figure) -> bytes:
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (drawn.width * SCALE, drawn.height * SCALE), "#ffffff")
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(figure.SIZE * SCALE)
    anchors = {"start": "ls", "middle": "ms", "end": "rs"}
    for shape in drawn.shapes:
        match shape:
            case Line(points, colour, thick):
                path = [(x * SCALE, y * SCALE) for x, y in points]
                pen.line(path, fill=colour, width=round(thick * SCALE), joint="curve")
            case Box(x, y, width, height, colour):
                corner = ((x + width) * SCALE, (y + height) * SCALE)
                pen.rectangle(((x * SCALE, y * SCALE), corner), fill=colour)
            case Words(x, y, text, colour, anchor):
                known = text.replace("µ", "u").encode("latin-1", "replace").decode("latin-1")
                place = (x * SCALE, y * SCALE)
                pen.text(place, known, fill=colour, font=font, anchor=anchors[anchor])
    content = io.BytesIO()
    image.save(content, "PNG", optimize=True)
    return content.getvalue()
