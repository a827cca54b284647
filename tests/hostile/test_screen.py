"""What a program prints reaches the screen as text and colours, and as nothing else."""

from __future__ import annotations

import re
import unicodedata

import pytest

from tests.runner.lab import Lab

PRINTED = {
    "a title": "\x1b]0;stolen\x07",
    "a title, the other end": "\x1b]2;stolen\x1b\\",
    "the clipboard": "\x1b]52;c;c3RvbGVu\x07",
    "a link": "\x1b]8;;http://example.org\x1b\\text\x1b]8;;\x1b\\",
    "a cleared screen": "\x1b[2J\x1b[H\x1b[3J",
    "cursor movement": "\x1b[10;10Hx\x1b[5A\x1b[5C\x1b7\x1b8\x1b[s\x1b[u",
    "the alternate screen": "\x1b[?1049h\x1b[?47h",
    "no cursor, mouse, paste mode": "\x1b[?25l\x1b[?1000h\x1b[?2004l",
    "a reset": "\x1bc\x1b[!p",
    "another character set": "\x1b(0\x0e",
    "an answer typed into the shell": "\x1b[6n\x1b[c\x1b[>0q\x1b]10;?\x07\x1bP+q544e\x1b\\",
    "C1 control sequences": "\x9b2J\x9d0;stolen\x9c\x90x\x9c\x84",
    "an override of direction": "\u202egnp.exe\u202c",
    "isolates and marks": "\u2066a\u2069\u200f\u200e\u061c",
    "separators": "a\u2028b\u2029c\x85d",
    "a sequence without an end": "\x1b]0;" + "x" * 9000,
    "backspaces and returns": "password\b\b\b\b\b\b\b\bstolen\rline\x7f",
    "images": "\x1b_Ga=T,f=24;AAAA\x1b\\\x1bPq#0\x1b\\\x1b]1337;File=:AA\x07",
    "a notification": "\x1b]9;stolen\x07\x1b]777;notify;a;b\x07",
    "a bell": "\x07\x07",
}

ALLOWED = re.compile(r"\x1b\[[0-9;:]*m")
TURNING = re.compile("[\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]")


def safe(text: str) -> bool:
    bare = ALLOWED.sub("", text)
    controls = [c for c in bare if unicodedata.category(c) == "Cc" and c not in "\n\t"]
    return not controls and not TURNING.search(bare)


@pytest.mark.parametrize("way", ["print", "bytes", "error stream", "one byte at a time"])
def test_text_and_colours_only(lab: Lab, way: str) -> None:
    lines = {
        "print": "print(text)",
        "bytes": "import os; os.write(1, text.encode('utf-8', 'surrogatepass') + b'\\n')",
        "error stream": "import sys; print(text, file=sys.stderr)",
        "one byte at a time": (
            "import os\n    for byte in text.encode()[:200]: os.write(1, bytes([byte]))\n"
            "    os.write(1, b'\\n')"
        ),
    }
    texts = list(PRINTED.values())
    code = f"for text in {texts!r}:\n    {lines[way]}\nprint('\\x1b[31mred\\x1b[0m end')\n"
    told = lab.run(code)
    shown = told.text + told.errors
    assert told.done.status == "ok"
    assert safe(shown)
    assert "stolen" not in re.sub("0;stolen|passwordstolen", "", shown)
    assert "\x1b[31mred\x1b[0m end" in shown
    assert "\\u202e" in shown


@pytest.mark.parametrize(
    "code",
    [
        "raise ValueError('\\x1b]0;stolen\\x07\\u202e')",
        "class \u0441(Exception): pass\nraise \u0441('\\x9b2J')",
        "from tutor.kit import log\nlog(0, **{'\\x1b]0;stolen\\x07\\u202e': 1.0})",
        "from tutor.kit import show\nshow({'\\x1b[2J\\u202e': 1})",
        "from tutor.kit import compare\ncompare(**{'\\x1b[2J': lambda: 1, '\\u202eb': lambda: 2})",
    ],
    ids=["message", "class", "curve", "tree", "names"],
)
def test_what_is_told_otherwise_is_drawn_safely_too(lab: Lab, code: str) -> None:
    """Front ends draw these texts through `locale` or the charts, which take controls out."""
    import io

    from tutor.commands.run import TextReport

    told = lab.run(code, wall=20.0)
    out, err = io.StringIO(), io.StringIO()
    report = TextReport(code, out, err)
    for event in told.events:
        report.receive(event)
    assert safe(out.getvalue() + err.getvalue()), (out.getvalue(), err.getvalue())
