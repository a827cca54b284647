"""A wrong command line is answered in the language that was asked for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tutor.cli import cli


def said(home: Path, *arguments: str, lang: str = "C.UTF-8") -> tuple[int, str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANGUAGE"))}
    found = subprocess.run(
        [sys.executable, "-m", "tutor", *arguments],
        env={**environment, "LANG": lang, "JAX_TUTOR_HOME": str(home)},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    return found.returncode, found.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["opne"], "错误：没有命令 'opne'。 是不是 'open'？"),
        (["open"], "错误：缺少参数 'LESSON[/STEP]'"),
        (["--bad"], "错误：没有选项 '--bad'。"),
        (["review", "--minutes", "x"], "'x' 不在可选的值里：'5', '10', '20'。"),
    ],
)
def test_usage_errors_speak_chinese(tmp_path: Path, arguments: list[str], words: str) -> None:
    code, text = said(tmp_path, "--lang", "zh-CN", *arguments)
    assert code == 2
    assert words in text
    assert "Error:" not in text


def test_the_option_goes_before_the_environment(tmp_path: Path) -> None:
    assert "没有命令" in said(tmp_path, "opne", lang="zh_CN.UTF-8")[1]
    assert "No such command" in said(tmp_path, "--lang=en", "opne", lang="zh_CN.UTF-8")[1]


def test_who_names_a_page_is_told_how_to_open_it(tmp_path: Path) -> None:
    code, told = said(tmp_path, "grad/slope", lang="en_US.UTF-8")
    assert code == 2
    assert "jax-tutor open grad/slope" in told
    assert "要打开这一页：jax-tutor open vmap" in said(tmp_path, "--lang=zh-CN", "vmap")[1]
    assert " open " not in said(tmp_path, "vmpa", lang="en_US.UTF-8")[1]


def test_the_settings_choose_when_nobody_asks(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    folder.mkdir()
    (folder / "config.toml").write_text('language = "zh-CN"\n', encoding="utf-8")
    assert "没有命令" in said(tmp_path, "opne")[1]


def helped(home: Path, *arguments: str) -> str:
    found = subprocess.run(
        [sys.executable, "-m", "tutor", *arguments],
        env={**os.environ, "JAX_TUTOR_HOME": str(home)},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    return found.stdout


@pytest.mark.parametrize("command", [(), *((name,) for name in sorted(cli.commands))])
def test_help_pages_speak_chinese_altogether(tmp_path: Path, command: tuple[str, ...]) -> None:
    """Words of English are names: commands, options, metavars, formats."""
    text = helped(tmp_path, "--lang", "zh-CN", *command, "--help")
    assert text.startswith("用法：jax-tutor")
    assert "\n选项：\n" in text
    sentences = [line for line in text.splitlines() if re.search(r"[a-z]+ [a-z]+ [a-z]+", line)]
    assert not sentences
    english = helped(tmp_path, "--lang", "en", *command, "--help")
    assert english.startswith("Usage: jax-tutor")
    assert "\nOptions:\n" in english
