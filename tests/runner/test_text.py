"""Bytes of a program become text that a terminal can draw, wherever the pieces are cut."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.runner.text import Cleaner


def clean(*pieces: bytes) -> str:
    cleaner = Cleaner()
    return "".join(cleaner.feed(piece) for piece in pieces) + cleaner.feed(b"", final=True)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"plain\n\ttext", "plain\n\ttext"),
        ("漢字 é".encode(), "漢字 é"),
        (b"bad \xff\xfe", "bad \\xff\\xfe"),
        (b"cut \xe6\xbc", "cut \\xe6\\xbc"),
        (b"\x1b[1;31mred\x1b[0m", "\x1b[1;31mred\x1b[0m"),
        (b"\x1b[38:5:1mcolon form", "\x1b[38:5:1mcolon form"),
        (b"\x1b[2J\x1b[10;10Hmoved", "moved"),
        (b"\x1b[?1049hscreen", "screen"),
        (b"\x1b]0;title\x07after", "after"),
        (b"\x1b]8;;http://x\x1b\\link", "link"),
        (b"\x1bPdevice\x1b\\after", "after"),
        (b"\x1bc\x1b7\x1b(Breset", "reset"),
        (b"a\r\nb\rc", "a\nb\nc"),
        (b"bell\x07 back\x08 nul\x00 del\x7f", "bell back nul del"),
        ("c1 \x9b5m".encode(), "c1 5m"),
        (b"\x1b[" + b"1;" * 100 + b"m", ""),
        (b"\x1b[31", ""),
        (b"end\r", "end\n"),
        ("a\u202eb\u2066c\u200f".encode(), "a\\u202eb\\u2066c\\u200f"),
        ("\x1b]0;\u202e\x07after".encode(), "after"),
        ("line\u2028line".encode(), "line\\u2028line"),
    ],
)
def test_what_stays_and_what_goes(data: bytes, text: str) -> None:
    assert clean(data) == text
    pieces = [data[i : i + 1] for i in range(len(data))]
    assert clean(*pieces) == text


@given(st.lists(st.binary(max_size=20) | st.sampled_from([b"\x1b[", b"31m", b"\r", b"\xc2\x9b"])))
def test_nothing_but_text_and_colours_ever_comes_out(pieces: list[bytes]) -> None:
    text = clean(*pieces)
    text.encode("utf-8")
    bare = re.sub(r"\x1b\[[0-9;:]{0,64}m", "", text)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", bare)


def test_a_sequence_that_never_ends_holds_back_a_bounded_part_only() -> None:
    cleaner = Cleaner()
    cleaner.feed(b"\x1b]0;" + b"x" * 10_000)
    assert cleaner.feed(b"seen\n") == "seen\n"
