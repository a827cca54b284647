"""The app in a real terminal: what it shows, and what becomes of terminal and work when it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.terminal.screen import COURSE, Screen
from tutor.study import Store

Start = Callable[..., Screen]


@pytest.fixture
def start(home: Path) -> Start:
    def open_screen(target: str = "walk/double", **how: object) -> Screen:
        return Screen(home, "--lang", "en", "--course", str(COURSE), "open", target, **how)  # type: ignore[arg-type]

    return open_screen


def draft(step: str = "walk/double") -> str | None:
    with Store.open(course="sample") as store:
        return store.draft(step)


def test_from_the_first_page_to_a_passed_exercise_by_hand(start: Start) -> None:
    with start(size=(80, 40)) as screen:
        screen.until("def double(x):")
        screen.press("down", "end", *["\x7f"] * 3, *"return x + x", "f5")
        screen.until("6")
        screen.until(lambda text: "─ Run 1 · " in text and "running" not in text)
        screen.press("f6")
        screen.until("✓ Right.")
        screen.press("ctrl+q")
        assert screen.ended() == 0
        assert screen.restored


def test_a_killed_app_loses_nothing_and_comes_back_to_the_same_place(start: Start) -> None:
    with start() as screen:
        screen.until("def double(x):")
        screen.press("down", *"# mine")
        screen.until("# mine")
        time.sleep(0.3)
        screen.kill()
        assert screen.ended() == -signal.SIGKILL
    assert "# mine" in (draft() or "")
    with start() as screen:
        screen.until("# mine")
        screen.press(*" and more")
        screen.until("# mine and more")


def test_without_a_target_it_opens_where_one_stopped(start: Start, home: Path) -> None:
    arguments = ("--lang", "en", "--course", str(COURSE))
    with Screen(home, *arguments) as screen:
        screen.until("Welcome.")
        screen.press("ctrl+q")
        assert screen.ended() == 0
    with start("walk/ask") as screen:
        screen.until("What is 1 + 1?")
        screen.press("ctrl+q")
        assert screen.ended() == 0
    with Screen(home, *arguments) as screen:
        screen.until("What is 1 + 1?")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back(start: Start, number: signal.Signals) -> None:
    with start() as screen:
        screen.until("def double(x):")
        screen.press("x")
        screen.until("xdef double(x):")
        screen.kill(number)
        assert screen.ended() == 128 + number
        assert screen.restored
    assert (draft() or "").startswith("xdef double")


def test_ctrl_z_goes_to_the_shell_and_back_but_undoes_in_code(start: Start) -> None:
    with start() as screen:
        screen.until("def double(x):")
        screen.press("Q")
        screen.until("Qdef double(x):")
        screen.press("ctrl+z")
        screen.until(lambda text: "Qdef" not in text)
    with start("walk/read") as screen:
        screen.until("Something to read")
        screen.press("ctrl+z")
        process = psutil.Process(screen.child.pid)
        end = time.monotonic() + 20
        while process.status() != psutil.STATUS_STOPPED and time.monotonic() < end:
            screen.read()
        assert process.status() == psutil.STATUS_STOPPED
        assert screen.restored
        shown = len(screen.raw)
        screen.kill(signal.SIGCONT)
        screen.until(lambda text: len(screen.raw) > shown + 500 and "Something to read" in text)
        screen.press("ctrl+q")
        assert screen.ended() == 0


def test_an_app_whose_terminal_is_gone_ends_also_when_hangups_are_ignored(home: Path) -> None:
    command = [sys.executable, "-m", "tutor", "--course", str(COURSE), "open", "walk/read"]
    ignoring = "import signal,os; signal.signal(signal.SIGHUP, signal.SIG_IGN); "
    ignoring += f"os.execv({command[0]!r}, {command!r})"
    main, side = os.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", ignoring],
        stdin=side,
        stdout=side,
        stderr=side,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "JAX_TUTOR_HOME": str(home)},
    )
    os.close(side)
    seen = b""
    while b"Something to read" not in seen:
        seen += os.read(main, 65536)
    os.close(main)
    try:
        child.wait(timeout=20)
    finally:
        child.kill()


def test_bytes_that_are_no_text_do_not_harm(start: Start) -> None:
    with start() as screen:
        screen.until("def double(x):")
        screen.write(b"a\xff\xfe\xc3b")
        screen.press("c")
        screen.until(lambda text: "c" in text.split("1  ")[1].split("\n")[0])
        screen.press("ctrl+q")
        assert screen.ended() == 0


def test_keys_of_one_burst_act_in_order_and_run_takes_all_of_them(start: Start) -> None:
    with start(size=(80, 40)) as screen:
        screen.until("def double(x):")
        screen.write(b"\x1b[1;5F\rprint('burst')\x1b[15~")
        screen.until(lambda text: text.count("burst") == 2)


def test_input_methods_are_left_alone(start: Start) -> None:
    """The Kitty keyboard protocol breaks input methods for Chinese."""
    with start() as screen:
        screen.until("def double(x):")
        assert b"\x1b[>" not in screen.raw
        screen.write("训练".encode())
        screen.until("训练")


def test_the_language_flips_in_place(start: Start) -> None:
    with start() as screen:
        screen.until("Return twice x.")
        screen.press(*"# mine")
        screen.press("ctrl+l")
        screen.until("返回")
        assert "# mine" in screen.text
        screen.press("f9")
        screen.until("Return twice x.")


def test_a_terminal_of_20_by_5_gets_a_word(start: Start) -> None:
    with start(size=(20, 5)) as screen:
        screen.until("too")
        screen.press("ctrl+q")
        assert screen.ended() == 0


@pytest.mark.parametrize(
    "environment",
    [
        {"NO_COLOR": "1"},
        {"TERM": "dumb"},
        {"TERM": "linux", "COLORTERM": ""},
        {"TERM": "screen", "TMUX": "/tmp/x,1,0"},
        {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"COLORFGBG": "0;15"},
        {"TEXTUAL_THEME": "nonsense"},
    ],
)
def test_every_kind_of_terminal_works(start: Start, environment: dict[str, str]) -> None:
    with start(environment=environment) as screen:
        screen.until("def double(x):")
        screen.press("x")
        screen.until("xdef double(x):")
        if "NO_COLOR" in environment or environment.get("TERM") == "dumb":
            assert b"\x1b[31" not in screen.raw
            assert b"\x1b[38" not in screen.raw
        screen.press("ctrl+q")
        assert screen.ended() == 0


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_without_a_terminal_it_says_so_and_names_the_way_out(language: str) -> None:
    found = subprocess.run(
        [sys.executable, "-m", "tutor", "--lang", language, "open", "arrays"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert found.returncode == 2
    assert "--plain" in found.stderr
    assert "Traceback" not in found.stderr


def test_an_unknown_step_is_named_before_the_screen_changes(start: Start) -> None:
    with start("walk/duble") as screen:
        assert screen.ended() == 2
        assert b"walk/double" in screen.raw
        assert b"\x1b[?1049h" not in screen.raw


def test_reading_loads_no_jax_and_idles_quietly(start: Start) -> None:
    with start("more/end") as screen:
        screen.until("Nothing more.")
        time.sleep(1.0)
        screen.read()
        process = psutil.Process(screen.child.pid)
        loaded = Path(f"/proc/{process.pid}/maps")
        if loaded.exists():
            assert "jaxlib" not in loaded.read_text()
        assert not process.children()
        before = len(screen.raw)
        ticks = process.cpu_times()
        time.sleep(2.0)
        screen.read()
        after = process.cpu_times()
        assert len(screen.raw) - before < 200
        assert (after.user + after.system) - (ticks.user + ticks.system) < 0.2


def test_a_key_costs_few_bytes(start: Start) -> None:
    """Over a slow line that is what people feel; a stock editor sends some thousands."""
    with start() as screen:
        screen.until("def double(x):")
        screen.press("x")
        screen.until("xdef double(x):")
        screen.read(0.5)
        before = len(screen.raw)
        screen.press("y")
        screen.until("xydef double(x):")
        screen.read(0.5)
        assert len(screen.raw) - before < 400
