"""`jax-tutor show glossary`, and `review` without a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tutor.cli import cli

COURSE = str(Path(__file__).parents[1] / "tui" / "asking")


def tutor(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["--course", COURSE, *arguments])
    return result.exit_code, result.output


def test_all_terms_with_their_names_in_the_other_language() -> None:
    code, printed = tutor("show", "glossary", "--lang", "en")
    assert code == 0
    assert printed.split("\n\n") == [
        "number (数)\n  What one counts with. See sum.",
        "sum (total, 和)\n  What comes out when one adds.\n  → first/ask\n",
    ]
    code, printed = tutor("show", "glossary", "--lang", "zh-CN")
    assert code == 0
    assert printed.startswith("数（number）\n  用来数数的东西。")


@pytest.mark.parametrize("word", ["total", "和", "TOT", "sum-of"])
def test_a_word_in_any_language(word: str) -> None:
    code, printed = tutor("show", "glossary", word, "--lang", "en")
    assert code == 0
    assert printed.startswith("sum (total, 和)")


def test_a_word_that_is_not_there() -> None:
    code, printed = tutor("show", "glossary", "nothing-like-it", "--lang", "en")
    assert code == 1
    assert "Nothing has these words." in printed


def test_words_belong_to_the_glossary() -> None:
    code, printed = tutor("show", "first", "word", "--lang", "en")
    assert code == 2
    assert "show glossary WORD" in printed


@pytest.mark.parametrize("command", ["review", "placement"])
def test_the_app_needs_a_terminal_and_names_line_mode(command: str) -> None:
    code, printed = tutor(command, "--lang", "en")
    assert code == 2
    assert "--plain" in printed


def test_a_sitting_has_one_of_three_lengths() -> None:
    code, printed = tutor("review", "--minutes", "7")
    assert code == 2
    assert "'5', '10', '20'" in printed
