"""What is due, asked in the app; keyboard only."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.tui.conftest import Open, Session
from tests.tui.replay import Replay, printed, verdict
from tutor import paths
from tutor.study import Attempt, Store
from tutor.tui.screens.home import HomeScreen
from tutor.tui.screens.lesson import LessonScreen
from tutor.tui.screens.review import ReviewScreen

COURSE = Path(__file__).parent / "asking"
ANSWER = "def double(x):\n    return x + x\n"


def learned(*what: str, days: int = 20) -> None:
    """A store in which the lesson was met some days ago; `what`: card, quiz, guess, double."""
    now = datetime.now(UTC) - timedelta(days=days)
    with Store.open(paths.store_file(), course="asking", clock=lambda: now) as store:
        store.visit("first/read" if not what else "first/guess")
        wrong = {"question": "1", "correct": "no"}
        if "card" in what:
            store.visit("first/ask")
        if "quiz" in what:
            store.record(Attempt("first/ask", "quiz", verdict="fail", details=wrong))
        if "guess" in what:
            store.record(Attempt("first/guess", "predict", verdict="fail", details=wrong))
        if "double" in what:
            store.record(Attempt("first/double", "check", code=ANSWER, verdict="pass"))


def grades(session: Session) -> dict[str, str]:
    return {review.item: review.grade for review in session.services.store.reviews()}


async def test_home_says_what_is_due_and_r_asks_it(opened: Open) -> None:
    learned("card", "quiz", "guess", "double")
    async with opened(None, Replay(), course=COURSE) as session:
        await session.until(lambda: "4 due today   about 5 minutes" in session.text)
        await session.press("r")
        assert "Review · 1 of 4" in session.text
        assert "about 5 minutes" in session.text
        await session.press("escape")
        await session.press("escape")
        assert isinstance(session.app.screen, HomeScreen)


async def test_home_says_where_mistakes_were_made(opened: Open) -> None:
    learned("quiz", "guess", days=0)
    async with opened(None, Replay(), course=COURSE) as session:
        await session.until(lambda: "2 mistakes" in session.text)
        assert "due today" not in session.text


async def test_home_says_nothing_before_anything_was_learned(opened: Open) -> None:
    async with opened(None, Replay(), course=COURSE) as session:
        await session.settle()
        assert "due today" not in session.text
        await session.press("r")
        assert "Nothing is due today." in session.text
        assert "What you learn comes back here" in session.text
        await session.press("enter")
        assert isinstance(session.app.screen, HomeScreen)


async def test_it_says_when_the_next_thing_is_due(opened: Open) -> None:
    learned("card", days=0)
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("r")
        assert "Next: tomorrow, 1 due." in session.text


async def test_a_card_shows_its_answer_on_enter_and_takes_a_grade(opened: Open) -> None:
    learned("card")
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("r")
        assert "What is 2 + 1?" in session.text
        assert "Three." not in session.text
        await session.press("3")
        assert "Enter shows the answer first." in session.text
        assert grades(session) == {}
        await session.press("enter")
        assert "Three." in session.text
        assert "1 again: 1 day   2 hard: 1 day   3 good: 2 days   4 easy: 8 days" in session.text
        await session.press("7", "x")
        assert "Three." in session.text
        await session.press("3")
        assert grades(session) == {"card:sum": "good"}
        assert "That was it." in session.text
        assert "good: 1" in session.text
        await session.press("enter")
        assert isinstance(session.app.screen, HomeScreen)
        assert "due today" not in session.text


async def test_the_first_pick_of_a_quiz_counts_and_every_pick_is_explained(opened: Open) -> None:
    learned("quiz")
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("r", "1", "enter")
        assert "Count again." in session.text
        assert grades(session) == {"quiz:first/ask:1": "again"}
        await session.press("2", "enter")
        assert "Indeed." in session.text
        assert grades(session) == {"quiz:first/ask:1": "again"}
        await session.press("enter")
        assert "What is 2 + 1?" in session.text


async def test_a_missed_prediction_is_asked_again_and_the_run_decides(opened: Open) -> None:
    learned("guess")
    async with opened(None, Replay(printed("6\n")), course=COURSE) as session:
        await session.press("r")
        assert "missed on" in session.text
        await session.press("2", "enter")
        await session.finished()
        assert "Two times three is six." in session.page
        assert grades(session) == {"predict:first/guess:1": "good"}
        await session.press("enter")
        assert "That was it." in session.text
        assert session.services.store.attempts("first/guess", kind="predict")[1:] == []


async def test_a_second_guess_is_hard_and_none_is_again(opened: Open) -> None:
    learned("guess")
    runner = Replay(printed("6\n"), printed("6\n"))
    async with opened(None, runner, course=COURSE) as session:
        await session.press("r", "1", "enter")
        await session.finished()
        assert grades(session) == {}
        await session.press("2", "enter")
        await session.finished()
        assert grades(session) == {"predict:first/guess:1": "hard"}


async def test_an_exercise_opens_with_its_starter_and_its_verdict_grades_it(opened: Open) -> None:
    learned("double")
    with Store.open(paths.store_file(), course="asking") as store:
        store.save_draft("first/double", ANSWER)
    async with opened(None, Replay(verdict("pass")), course=COURSE) as session:
        await session.press("r")
        screen = session.app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen.exercise is not None
        assert screen.exercise.editor.text.startswith("def double(x):\n    ...")
        await session.type("#")
        await session.press("f6")
        await session.finished()
        assert grades(session) == {"exercise:first/double": "good"}
        assert session.services.store.draft("first/double") == ANSWER
        assert "#" in str(session.services.store.draft("first/double", "review"))
        await session.press("enter")
        assert "That was it." in session.text
        assert session.services.store.draft("first/double", "review") is None


async def test_the_old_answer_is_one_key_away_and_then_it_was_forgotten(opened: Open) -> None:
    learned("double")
    async with opened(None, Replay(verdict("pass")), course=COURSE) as session:
        await session.press("r")
        assert "return x + x" not in session.page
        await session.press("f2")
        assert "return x + x" in session.page
        await session.press("f6")
        await session.finished()
        assert grades(session) == {"exercise:first/double": "again"}


async def test_failed_checks_make_it_hard(opened: Open) -> None:
    learned("double")
    runner = Replay(verdict("fail", feedback="halved"), verdict("pass"))
    async with opened(None, runner, course=COURSE) as session:
        await session.press("r", "f6")
        await session.finished()
        assert "That is half of it." in session.page
        assert grades(session) == {}
        await session.press("f6")
        await session.finished()
        assert grades(session) == {"exercise:first/double": "hard"}


async def test_giving_up_after_a_failed_check_is_again(opened: Open) -> None:
    learned("double")
    async with opened(None, Replay(verdict("fail")), course=COURSE) as session:
        await session.press("r", "f6")
        await session.finished()
        await session.press("f8")
        assert grades(session) == {"exercise:first/double": "again"}


async def test_what_was_typed_is_there_again_after_leaving(opened: Open) -> None:
    learned("double")
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("r")
        await session.type("#")
        await session.press("escape", "escape")
        assert isinstance(session.app.screen, HomeScreen)
        assert "due today" in session.text
        await session.press("r")
        screen = session.app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen.exercise is not None
        assert "#" in screen.exercise.editor.text
        assert grades(session) == {}


async def test_f8_leaves_an_item_for_later(opened: Open) -> None:
    learned("card", "quiz")
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("r", "f8")
        assert "Review · 2 of 2" in session.text
        await session.press("f8")
        assert "Still 2 due today." in session.text
        assert grades(session) == {}
        await session.press("enter")
        assert "Review · 1 of 2" in session.text


async def test_the_language_changes_in_place(opened: Open) -> None:
    learned("card")
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("r", "enter", "f9")
        await session.until(lambda: "2 + 1 是多少？" in session.text)
        assert "三。" in session.text
        assert "4 轻松：8 天" in session.text


async def test_from_a_lesson_it_leads_back_to_it(opened: Open) -> None:
    learned("card")
    async with opened("first/double", Replay(), course=COURSE) as session:
        await session.press("alt+v")
        assert isinstance(session.app.screen, ReviewScreen)
        await session.press("escape")
        assert isinstance(session.app.screen, LessonScreen)
        assert "Return twice x." in session.text
        await session.press("ctrl+p")
        await session.type("due")
        await session.press("enter")
        await session.until(lambda: isinstance(session.app.screen, ReviewScreen))


async def test_its_page_in_the_lesson_is_one_key_away(opened: Open) -> None:
    learned("card")
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("r", "l")
        assert isinstance(session.app.screen, LessonScreen)
        assert "What is it?" in session.text


async def test_a_long_list_asks_how_long(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.study.deck.COST", dict.fromkeys(("card", "quiz"), 240))
    learned("card", "quiz")
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("r")
        assert "2 due today, about 8 minutes. How long do you want to go on?" in session.text
        assert "5 minutes: 1 of 2" in session.text
        await session.press("down", "enter")
        assert "Review · 1 of 2" in session.text


async def test_a_store_that_takes_nothing_stops_nobody(opened: Open) -> None:
    learned("card")
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("r")
        session.services.store.close()
        await session.press("enter", "3")
        assert (
            "not saved" in session.text or "Cannot" in session.text or "That was it" in session.text
        )


async def test_what_a_language_lacks_is_asked_in_the_source_language(
    opened: Open, tmp_path: Path
) -> None:
    course = tmp_path / "course"
    shutil.copytree(COURSE, course)
    text = (course / "first" / "zh-CN.md").read_text("utf-8")
    (course / "first" / "zh-CN.md").write_text(text.split("(ask)=")[0], "utf-8")
    learned("card")
    async with opened(None, Replay(), course=course, language="zh-CN") as session:
        await session.press("r")
        assert "What is 2 + 1?" in session.text


async def test_help_and_palette_know_it(opened: Open) -> None:
    async with opened(None, Replay(), course=COURSE) as session:
        await session.press("f1")
        assert "Answer what is due" in session.page
        await session.press("escape", "ctrl+p")
        await session.type("due")
        await session.press("enter")
        assert isinstance(session.app.screen, ReviewScreen)
