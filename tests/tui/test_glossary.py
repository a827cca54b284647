"""Words looked up in the app."""

from __future__ import annotations

from pathlib import Path

from tests.tui.conftest import Open
from tests.tui.replay import Replay
from tutor.tui.screens.glossary import GlossaryScreen
from tutor.tui.screens.home import HomeScreen
from tutor.tui.screens.lesson import LessonScreen

COURSE = Path(__file__).parent / "asking"


async def test_g_shows_all_terms_with_their_names_in_the_other_language(opened: Open) -> None:
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("g")
        assert isinstance(session.app.screen, GlossaryScreen)
        assert "number" in session.text
        assert "数" in session.text
        assert "What one counts with." in session.text
        await session.press("escape")
        assert isinstance(session.app.screen, HomeScreen)


async def test_a_word_of_either_language_finds_it_and_enter_opens_its_page(opened: Open) -> None:
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("g")
        await session.type("tot")
        assert "What comes out when one adds." in session.text
        assert "What one counts with." not in session.text
        await session.press("backspace", "backspace", "backspace")
        await session.type("和")
        assert "What comes out when one adds." in session.text
        await session.press("enter")
        await session.until(lambda: isinstance(session.app.screen, LessonScreen))
        assert "What is it?" in session.text


async def test_arrows_choose_and_a_term_of_no_lesson_stays(opened: Open) -> None:
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("g", "down")
        assert "What comes out when one adds." in session.text
        await session.press("down", "down", "up", "enter")
        assert isinstance(session.app.screen, GlossaryScreen)
        assert "What one counts with." in session.text


async def test_what_is_not_there_is_said_and_nothing_breaks(opened: Open) -> None:
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("g")
        await session.type("[/zz")
        await session.press("down", "enter", "pageup")
        assert "Nothing has these words." in session.text


async def test_it_opens_over_a_lesson_and_speaks_both_languages(opened: Open) -> None:
    async with opened("first/ask", Replay(), course=COURSE) as session:
        await session.press("escape", "g")
        assert isinstance(session.app.screen, GlossaryScreen)
        await session.press("down", "f9")
        await session.until(lambda: "相加得到的数。" in session.text)
        await session.press("escape")
        assert isinstance(session.app.screen, LessonScreen)
        await session.until(lambda: "1 + 1 是多少？" in session.text)


async def test_g_in_an_editor_is_a_letter(opened: Open) -> None:
    async with opened("first/double", Replay(), course=COURSE) as session:
        await session.press("g")
        assert isinstance(session.app.screen, LessonScreen)
        await session.press("alt+l")
        assert isinstance(session.app.screen, GlossaryScreen)
