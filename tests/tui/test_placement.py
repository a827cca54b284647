"""A few questions that find where to start, in the app."""

from __future__ import annotations

from pathlib import Path

from tests.tui.conftest import Open, Session
from tests.tui.replay import Replay, ended, printed
from tutor.study import placement
from tutor.tui.screens.help import HelpScreen
from tutor.tui.screens.home import HomeScreen
from tutor.tui.screens.lesson import LessonScreen
from tutor.tui.screens.placement import PlacementScreen

COURSE = Path(__file__).parent / "asking"


def result(session: Session) -> placement.Result | None:
    return placement.latest(session.services.store, {})


async def test_a_newcomer_is_told_of_it_and_not_kept(opened: Open) -> None:
    async with opened(None, Replay(), course=COURSE) as session:
        assert "You know some of it already?   ? finds where to start" in session.text
        await session.press("enter")
        assert isinstance(session.app.screen, LessonScreen)
        await session.press("escape", "escape")
        assert "finds where to start" not in session.text


async def test_answers_lead_to_a_lesson_and_nothing_is_locked(opened: Open) -> None:
    async with opened(None, Replay(printed("6\n")), course=COURSE) as session:
        await session.press("question_mark")
        assert isinstance(session.app.screen, PlacementScreen)
        assert "At most 2 questions, about 2 minutes." in session.text
        await session.press("enter")
        assert "question 1" in session.text
        await session.press("2", "enter")
        await session.finished()
        assert "Two times three is six." in session.page
        await session.press("enter", "2", "enter")
        assert "Count again." in session.text
        await session.press("1", "enter", "enter")
        assert "Start with 2 More" in session.text
        assert "Marked as known: 1 What comes back" in session.text
        assert "Every lesson stays open to you." in session.text
        assert result(session) == placement.Result("second", ("first",), ())
        await session.press("escape")
        assert "Start with   2 More" in session.text
        assert "known" in session.text
        await session.press("up", "enter")
        assert "Guess first" in session.text


async def test_the_suggestion_opens_on_enter(opened: Open) -> None:
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("question_mark", "enter", "f8", "f8")
        assert "Start with 1 What comes back" in session.text
        await session.press("enter")
        assert isinstance(session.app.screen, LessonScreen)
        assert session.services.store.states().keys() == {"first/guess", "placement"}


async def test_one_guess_only_counts(opened: Open) -> None:
    async with opened(None, Replay(printed("6\n")), course=COURSE) as session:
        await session.press("question_mark", "enter", "1", "enter")
        await session.finished()
        assert "Your guess was wrong: Five." in session.page
        answers = session.services.store.attempts("placement", "placement")
        assert [answer.details for answer in answers] == [{"question": "first", "correct": "no"}]


async def test_a_run_that_fails_decides_nothing(opened: Open) -> None:
    async with opened(None, Replay([ended("crashed")]), course=COURSE) as session:
        await session.press("question_mark", "enter", "2", "enter")
        await session.finished()
        await session.press("f8", "1", "enter", "enter")
        answers = session.services.store.attempts("placement", "placement")
        assert [answer.details.get("question") for answer in answers] == ["second", None]


async def test_leaving_at_any_time_is_fine(opened: Open) -> None:
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("question_mark", "enter", "x", "escape")
        await session.press("escape")
        assert isinstance(session.app.screen, HomeScreen)
        assert result(session) is None
        assert "finds where to start" in session.text


async def test_the_language_changes_in_place(opened: Open) -> None:
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("question_mark", "enter", "f9")
        await session.until(lambda: "它打印什么？" in session.text)
        await session.press("f8", "f9")
        await session.until(lambda: "What is 2 + 2?" in session.text)


async def test_a_course_without_questions_has_help_on_that_key(opened: Open) -> None:
    async with opened(None, Replay()) as session:
        assert "placement" not in session.text
        await session.press("question_mark")
        assert isinstance(session.app.screen, HelpScreen)
