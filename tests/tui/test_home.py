"""Course map, palette, settings, help, playground."""

from __future__ import annotations

import pytest

from tests.tui.conftest import Open
from tests.tui.replay import Replay, printed
from tutor import locale, paths
from tutor.tui.screens.home import HomeScreen
from tutor.tui.screens.lesson import LessonScreen
from tutor.tui.screens.palette import Entry, matching
from tutor.tui.screens.playground import PlaygroundScreen
from tutor.tui.screens.settings import SettingsScreen


async def test_the_map_opens_a_lesson_at_its_first_step_that_is_not_done(opened: Open) -> None:
    async with opened(None, Replay()) as session:
        assert "Welcome." in session.text
        assert "1  Every kind of page" in session.text
        await session.press("enter")
        assert "Something to read" in session.text
        await session.press("f8", "escape", "escape")
        assert isinstance(session.app.screen, HomeScreen)
        assert "Continue" in session.text
        assert "1 of 9" in session.text
        await session.press("enter")
        assert "Watch a curve" in session.text


async def test_continue_goes_back_to_the_page_that_was_left(opened: Open) -> None:
    async with opened("walk/ask", Replay()) as session:
        await session.press("escape", "escape")
        await session.press("c")
        assert "What is 1 + 1?" in session.text


async def test_the_device_is_told_once_it_is_known(opened: Open) -> None:
    async with opened(None, Replay()) as session:
        assert "finding out" in session.text or "cpu" in session.text
        await session.until(lambda: "cpu, 2 cores, jax 0.10.2   sandbox: full" in session.text)


async def test_steps_unfold(opened: Open) -> None:
    async with opened(None, Replay()) as session:
        await session.press("right", "down", "down")
        assert "2  Watch a curve" in session.text
        await session.press("enter")
        assert "Run this, and watch." in session.text


async def test_the_map_speaks_both_languages(opened: Open) -> None:
    async with opened(None, Replay()) as session:
        await session.press("f9")
        assert "各种页面" in session.text
        assert "欢迎。" in session.text
        await session.press("ctrl+l")
        assert "Every kind of page" in session.text


async def test_the_search_finds_a_lesson_by_its_id(opened: Open) -> None:
    async with opened(None, Replay()) as session:
        await session.press("slash")
        await session.type("walk/ask")
        await session.press("enter")
        assert "What is 1 + 1?" in session.text


async def test_the_palette_finds_commands_and_steps_by_any_word(opened: Open) -> None:
    async with opened("walk/read", Replay()) as session:
        await session.press("ctrl+p")
        await session.type("watch curve")
        await session.press("enter")
        await session.settle()
        assert "Run this, and watch." in session.text
        await session.press("alt+x")
        await session.type("course map")
        await session.press("enter")
        await session.settle()
        assert isinstance(session.app.screen, HomeScreen)


@pytest.mark.parametrize("language", ["en", "zh-CN"])
async def test_the_palette_finds_a_command_by_the_name_in_the_footer(
    opened: Open, language: str
) -> None:
    async with opened(None, Replay(), language=language) as session:
        await session.press("ctrl+p")
        await session.type("settings")
        await session.press("enter")
        await session.until(lambda: isinstance(session.app.screen, SettingsScreen))


async def test_the_palette_reads_no_markup(opened: Open) -> None:
    async with opened("walk/read", Replay()) as session:
        await session.press("ctrl+p")
        await session.type("[/nonsense")
        assert "Nothing has these words." in session.text
        await session.press("escape")
        assert isinstance(session.app.screen, LessonScreen)


def test_matching_puts_what_begins_with_the_word_first() -> None:
    entries = [Entry(text, "", lambda: None) for text in ("a run", "run", "walk")]
    assert [entry.text for entry in matching(entries, "RUN")] == ["run", "a run"]
    assert matching(entries, "zzz") == []


async def test_a_setting_is_used_and_written_at_once(opened: Open) -> None:
    async with opened("walk/read", Replay()) as session:
        await session.press("alt+c")
        assert "Language" in session.text
        await session.press("right", "right")
        assert locale.language() == "zh-CN"
        assert 'language = "zh-CN"' in paths.config_file().read_text()
        await session.press("escape")
        assert "读一读" in session.text


async def test_a_limit_is_typed_and_a_wrong_one_is_explained(opened: Open) -> None:
    async with opened("walk/watch", Replay(printed("x\n")), size=(100, 40)) as session:
        await session.press("alt+c", "down", "down", "down", "enter")
        await session.press("ctrl+u")
        await session.type("fast")
        await session.press("enter")
        assert "a number from 1 to" in session.text
        await session.press("ctrl+u")
        await session.type("5")
        await session.press("enter")
        assert session.services.settings.wall == 5.0
        await session.press("escape", "f5")
        await session.finished()
        assert session.runner is not None
        assert session.runner.requests[0].limits.wall == 5.0


async def test_a_key_without_its_action_is_no_setting(opened: Open) -> None:
    async with opened("walk/watch", size=(100, 40)) as session:
        await session.press("alt+c", "up", "enter")
        await session.type("f7")
        await session.press("enter")
        assert "a table of names, each with a string" in session.text
        assert session.services.settings.keymap == {}
        await session.press("ctrl+u")
        await session.type("run=f7")
        await session.press("enter")
        assert session.services.settings.keymap == {"run": "f7"}


async def test_the_theme_changes_at_once(opened: Open) -> None:
    async with opened("walk/read", Replay()) as session:
        assert session.app.theme == "ansi-dark"
        await session.press("alt+c", "down", "right")
        assert session.app.theme == "textual-dark"


async def test_help_names_every_key_and_closes_by_the_same_one(opened: Open) -> None:
    async with opened("walk/double", Replay(), size=(100, 60)) as session:
        await session.press("f1")
        assert "F5, ctrl+r" in session.text
        assert "Run the snippet" in session.text
        assert "In the editor" in session.text
        await session.press("f1")
        assert isinstance(session.app.screen, LessonScreen)


async def test_a_users_keymap_works(opened: Open) -> None:
    runner = Replay(printed("x\n"))
    async with opened("walk/watch", runner, keymap={"run": "f3"}) as session:
        assert "F3 run" in session.text
        await session.press("f5")
        assert not runner.requests
        await session.press("f3")
        await session.finished()
        assert runner.requests


async def test_the_playground_keeps_its_code_and_comes_back_to_the_page(opened: Open) -> None:
    runner = Replay(printed("[0. 2.]\n"))
    async with opened("walk/read", runner) as session:
        await session.press("alt+g")
        assert isinstance(session.app.screen, PlaygroundScreen)
        await session.type("y = 1\n")
        await session.press("f5")
        await session.finished()
        assert "[0. 2.]" in session.text
        assert runner.requests[0].code.split("\n")[2] == "y = 1"
        await session.press("escape", "escape")
        assert isinstance(session.app.screen, LessonScreen)
        assert (session.services.store.draft("playground") or "").startswith("y = 1")
        assert session.services.store.attempts("playground")[0].kind == "run"


@pytest.mark.parametrize("size", [(20, 5), (1, 1), (39, 24), (80, 9)])
async def test_a_small_terminal_gets_a_word_and_the_page_comes_back(
    opened: Open, size: tuple[int, int]
) -> None:
    async with opened("walk/double", Replay()) as session:
        await session.type("# mine\n")
        await session.pilot.resize_terminal(*size)
        await session.settle()
        if size != (1, 1):
            assert "too small" in " ".join(session.text.split())
        await session.pilot.resize_terminal(80, 24)
        await session.settle()
        assert "# mine" in session.text


async def test_a_terminal_that_starts_small_does_not_crash(opened: Open) -> None:
    async with opened("walk/double", Replay(), size=(20, 5)) as session:
        assert "too small" in " ".join(session.text.split())
