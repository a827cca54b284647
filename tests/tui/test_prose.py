"""Markdown of lessons as paragraphs."""

from __future__ import annotations

import pytest

from tutor.tui import prose as prose_module
from tutor.tui.prose import inline, know, pack, prose
from tutor.tui.text import Lines


def drawn(markdown: str, cells: int = 40) -> list[str]:
    return [line.plain.rstrip() for line in Lines(prose(markdown)).lines(cells)]


def test_paragraphs_have_one_blank_line_between_them() -> None:
    assert drawn("one\ntwo\n\nthree") == ["one two", "", "three"]


def test_a_soft_break_between_ideographs_draws_as_nothing() -> None:
    assert drawn("训练\n下坡") == ["训练下坡"]
    assert drawn("完了。\nJAX") == ["完了。JAX"]
    assert drawn("学习率\nlr") == ["学习率 lr"]


def test_lists_hang() -> None:
    text = "- a long first item that goes on and on\n- two\n  1. deep\n  2. deeper"
    assert drawn(text, 24) == [
        "• a long first item that",
        "  goes on and on",
        "• two",
        "  1. deep",
        "  2. deeper",
    ]


def test_code_keeps_its_lines_and_is_indented() -> None:
    assert drawn("```python\ndef f():\n    return 1\n```") == ["  def f():", "      return 1"]


def test_tables_line_up_in_cells_not_characters() -> None:
    assert drawn("| 名字 | b |\n| - | - |\n| x | y |") == ["名字  b", "────  ─", "x     y"]


def test_markup_and_html_are_text() -> None:
    assert drawn("[bold]x[/bold] <b>y</b>") == ["[bold]x[/bold] <b>y</b>"]


def test_a_link_shows_its_text_only() -> None:
    assert inline("see [this](https://example.org)").plain == "see this"


def test_styles_are_spans() -> None:
    spans = {(s.start, s.end): s.style for s in inline("a **b** `c`").spans}
    assert spans == {(2, 3): "bold", (4, 5): "ansi_cyan"}


def test_what_was_packed_draws_the_same_without_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "- **one** `two`\n\n> three"
    packed = pack({text}, {"*x*"})
    before = Lines(prose(text)).lines(30)
    for known in ("_blocks_known", "_lines_known"):
        monkeypatch.setattr(prose_module, known, {})
    monkeypatch.setattr(prose_module, "_tokens", None)
    monkeypatch.setattr(prose_module, "_line_tokens", None)
    know(packed)
    assert Lines(prose(text)).lines(30) == before
    assert inline("*x*").plain == "x"
