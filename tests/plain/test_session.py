"""Line mode from the first screen to a pass, through the real runner, at a dumb terminal."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.plain.conftest import COURSE, Learner

OPEN = ("--course", str(COURSE))


def test_a_lesson_from_the_first_screen_to_the_last_step(learner: Learner) -> None:
    learner.start(*OPEN)
    learner.says("Tiny lesson, step 1 of 6: Watch a curve")
    learner.types("r")
    learner.says("Running ...")
    learner.says("done\r\n")
    learner.says("Run finished in ")
    learner.says("Curve loss: falls from 9.61 to 0.01, flat after step ")
    learner.types("n")
    assert "It went down" in learner.says("[n]ext")
    learner.types("n")
    learner.says("Guess first")
    learner.says("2) Five")
    learner.types("1")
    learner.says("Your guess: Six")
    learner.types("r")
    learner.says("\r\n6\r\n")
    learner.says("Your guess was right: Six.")
    learner.says("`*` multiplies.")
    learner.types("n")
    learner.says("Return twice `x`.")
    learner.types("c")
    learner.says("Not yet.")
    learner.types("h")
    learner.says("Hint 1 of 1:\r\nHow does one add")
    learner.types("i", "2", "    return x / 2", ".", "w", "c")
    learner.says("Not yet.\r\nThat is half of it.")
    learner.types("i", "2", "    return x + x", ".", "w", "c")
    learner.says("Right. The step is done.")
    learner.types("n")
    listed = learner.says("[o]rder")
    numbers = {
        line.split(maxsplit=1)[1]: line.split()[0]
        for line in listed.split("\n")
        if line.strip()[:1].isdigit()
    }
    wanted = " ".join(numbers[line] for line in ("def inc(x):", "y = x + 1", "return y"))
    learner.types("o")
    learner.says("leave out what does not belong: ")
    assert learner.child is not None
    learner.child.sendline(wanted)
    learner.types("c")
    learner.says("Right. The step is done.")
    learner.types("n")
    learner.says("What is 1 + 1?")
    learner.types("1")
    learner.says("Not this one.\r\nCount again.")
    learner.types("2")
    learner.says("Right.\r\nIndeed.")
    learner.types("n", "r")
    learner.says("slow: first call ")
    learner.says("The claim holds here.")
    learner.types("n")
    learner.says("This was the last step of the course.")
    learner.types("q")
    assert learner.ends() == 0
    with learner.store() as store:
        states = {step.removeprefix("tiny/"): s.state for step, s in store.states().items()}
        kinds = [attempt.kind for attempt in store.attempts("tiny/double")]
        place = store.resume()
    assert states == dict.fromkeys(("watch", "guess", "double", "order", "ask", "race"), "passed")
    assert kinds == ["check", "hint", "check", "check"]
    assert place is not None and place.step == "race"


def test_the_same_in_chinese(learner: Learner) -> None:
    learner.start(*OPEN, "open", "tiny/watch", "--lang", "zh-CN")
    learner.says("小小一课，第 1 步，共 6 步：看一条曲线")
    learner.types("r")
    learner.says("曲线 loss：从 9.61 降到 0.01，")
    learner.types("n", "n", "2", "r")
    learner.says("不对。还可以再猜一次")
    learner.types("1", "r")
    learner.says("你猜对了：六。")
    learner.says("六：二乘三。")
    learner.types("n", "i", "2", "    return 2 * x", ".", "w", "c")
    learner.says("对了，这一步完成。")
    learner.types("en")
    learner.says("Tiny lesson, step 3 of 6: Double it")
    learner.says("return 2 * x")
    learner.types("q")
    assert learner.ends() == 0


def test_a_wrong_guess_is_tried_again_and_then_explained(learner: Learner) -> None:
    learner.start(*OPEN, "open", "tiny/guess")
    learner.types("2", "r")
    before = learner.says("Not so. You have one more guess: a number, then r.")
    assert "\n6\n" not in before, "the run must not give the answer away"
    learner.types("3", "r")
    learner.says("\r\n6\r\n")
    learner.says("Your guess was wrong: Eight.")
    learner.says("True is: Six")
    learner.types("9")
    learner.says("Type a number from 1 to 3.")
    learner.types("q")
    assert learner.ends() == 0
    with learner.store() as store:
        verdicts = [a.verdict for a in store.attempts("tiny/guess", kind="predict")]
    assert verdicts == ["fail", "fail"]


def test_a_typed_guess_that_is_wrong_only_by_its_brackets_is_told_so(learner: Learner) -> None:
    walk = Path(__file__).parents[1] / "tui" / "course"
    learner.start("--course", str(walk), "open", "walk/type-it")
    learner.types("a", "(one)", "two", "", "r")
    learner.says("The values are right, not the brackets.")
    learner.types("a", "[one two]", "", "r")
    learner.says("The values were right, not the brackets: [one two].")
    learner.types("q")
    assert learner.ends() == 0


def test_an_endless_loop_stops_at_ctrl_c(learner: Learner) -> None:
    learner.start(*OPEN, "open", "tiny/watch")
    learner.types("i", "n", "print('begun', flush=True)", "while True:", "    pass", ".", "w", "r")
    learner.says("begun")
    time.sleep(0.3)
    assert learner.child is not None
    learner.child.sendintr()
    learner.says("Stopped after ")
    learner.types("x")
    learner.says("Back to the starter.")
    learner.types("u")
    learner.says("while True:")
    learner.types("q")
    assert learner.ends() == 0


def test_an_error_is_told_with_the_learner_s_own_line(learner: Learner) -> None:
    learner.start(*OPEN, "open", "tiny/watch")
    learner.types("i", "n", "x = jnp.arange(3)", "x[0] = 5", ".", "w", "r")
    learner.says("Here, line 2: x[0] = 5")
    learner.says("TypeError: ")
    learner.says("Why: ")
    learner.says("The Run ended with an error")
    learner.types("t")
    learner.says("Traceback (most recent call last)")
    learner.types("q")
    assert learner.ends() == 0


def test_unknown_commands_and_ids_are_told_and_change_nothing(learner: Learner) -> None:
    learner.start(*OPEN)
    learner.types("z")
    learner.says("There is no command 'z' here. Type ? for help.")
    learner.types("c", "tiny/dubble")
    learner.says("tiny has no step 'dubble'.")
    learner.says("Nearest: tiny/double")
    learner.types("?")
    learner.says("LESSON/STEP: go to a step by its id")
    learner.says("jax-tutor run FILE")
    learner.says("config.toml")
    learner.types("tiny/double")
    learner.says("step 3 of 6")
    learner.types("s")
    learner.says("y or n:")
    assert learner.child is not None
    learner.child.sendline("n")
    learner.types("s")
    learner.says("y or n:")
    learner.child.sendline("y")
    learner.says("return 2 * x")
    learner.types("l")
    learner.says("1. Tiny lesson: 0 of 6 done, 5 minutes")
    learner.child.sendline("1")
    learner.says("Watch a curve")
    learner.types("p")
    learner.says("This is the first step of the course.")
    learner.child.sendeof()
    assert learner.ends() == 0
    with learner.store() as store:
        assert store.states()["tiny/double"].solution_shown
        assert store.states()["tiny/double"].state == "seen"


def test_ctrl_c_at_the_prompt_leaves_at_the_second_time(learner: Learner) -> None:
    learner.start(*OPEN)
    learner.says("\r\n> ")
    assert learner.child is not None
    learner.child.sendintr()
    learner.says("Type q to leave.")
    learner.says("\r\n> ")
    learner.child.sendintr()
    assert learner.ends() == 0


def test_the_learner_s_own_editor(learner: Learner, tmp_path: Path) -> None:
    editor = tmp_path / "my editor"
    editor.write_text("#!/bin/sh\nprintf 'def double(x):\\n    return x * 2\\n' > \"$1\"\n")
    editor.chmod(0o755)
    learner.start(*OPEN, "open", "tiny/double", EDITOR=f"'{editor}'")
    learner.types("e")
    learner.says("Saved.")
    learner.types("c")
    learner.says("Right. The step is done.")
    learner.types("q")
    assert learner.ends() == 0


@pytest.mark.parametrize("command", ["/nonexistent/editor", "false", "'unbalanced"])
def test_an_editor_that_fails_costs_nothing(learner: Learner, command: str) -> None:
    learner.start(*OPEN, "open", "tiny/double", EDITOR=command)
    learner.types("e")
    learner.says("The editor ")
    learner.says("Nothing was changed.")
    learner.types("q")
    assert learner.ends() == 0


def test_no_escape_sequence_is_ever_written(learner: Learner) -> None:
    learner.start(*OPEN, "open", "tiny/watch", TERM="xterm-256color")
    learner.types("i", "n", r"print('\x1b[31mred\x1b[0m \x1b]0;title\x07')", ".", "w", "r")
    said = learner.says("Run finished")
    learner.types("q")
    assert learner.ends() == 0
    assert "\x1b" not in said.split("Running ...")[1]
    assert "red" in said and "\x07" not in said.split("Running ...")[1]


@pytest.mark.parametrize(
    "environment",
    [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}],
    ids=str,
)
@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_terminals_without_unicode_do_not_crash_it(
    environment: dict[str, str], language: str, tmp_path: Path
) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "tutor", "--plain", *OPEN, "--lang", language],
        input="r\n?\nl\n\nn\nn\n中文\nq\n".encode(),
        capture_output=True,
        timeout=100,
        env={**os.environ, "TERM": "dumb", "JAX_TUTOR_HOME": str(tmp_path), **environment},
    )
    assert result.returncode == 0, result.stderr
    assert result.stderr == b""
    assert b"loss" in result.stdout
    if "PYTHONUTF8" in environment or "PYTHONIOENCODING" in environment:
        assert result.stdout.isascii()


def test_the_end_of_the_input_ends_it_quietly(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "tutor", "--plain", *OPEN, "open", "tiny/double"],
        input="h\ni\n2",
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "JAX_TUTOR_HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "EDITOR": ""},
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "Hint 1 of 1" in result.stdout


def test_an_unwritable_store_is_told_once_and_the_course_goes_on(tmp_path: Path) -> None:
    home = tmp_path / "file"
    home.write_text("")
    result = subprocess.run(
        [sys.executable, "-m", "tutor", "--plain", *OPEN],
        input="n\nn\n1\nq\n",
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "JAX_TUTOR_HOME": str(home), "LC_ALL": "C.UTF-8"},
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("Not saved: ") == 1
    assert "Your guess: Six" in result.stdout


def test_an_unknown_target_ends_with_2_and_the_nearest(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "tutor", "--plain", *OPEN, "open", "tiny/dubble"],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "JAX_TUTOR_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
    )
    assert result.returncode == 2
    assert "tiny/double" in result.stderr


def test_xray_tells_what_jax_did_and_counts_as_no_attempt(learner: Learner) -> None:
    learner.start(*OPEN)
    learner.types("xray")
    learner.says("Running the same code once more, with instruments")
    learner.says("X-ray: the same code once more, with instruments, in ")
    learner.says("Your functions")
    learner.types("q")
    assert learner.ends() == 0
    with learner.store() as store:
        assert not [a for a in store.attempts("tiny/watch") if a.kind == "run"]
