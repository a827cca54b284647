"""Predictions and quizzes on a page: guesses, second guesses, answers, with recorded Runs."""

from __future__ import annotations

import pytest

from tests.tui.conftest import Open
from tests.tui.replay import Replay, printed
from tutor import events


async def test_a_wrong_guess_gets_one_more_and_the_run_stays_hidden(opened: Open) -> None:
    runner = Replay(printed("6\n"), printed("6\n"))
    async with opened("walk/guess", runner) as session:
        await session.press("2", "enter")
        await session.finished()
        assert "Not that." in session.page
        assert "─ Run" not in session.page
        await session.press("up", "enter")
        await session.finished()
        assert "Right: Six." in session.page
        assert "* multiplies." in session.page
        assert "─ Run" in session.page
        attempt = session.services.store.attempts("walk/guess", kind="predict")[0]
        assert (attempt.verdict, attempt.guess) == ("pass", "Five\nSix")


async def test_two_wrong_guesses_are_explained_and_the_page_is_done(opened: Open) -> None:
    runner = Replay(printed("6\n"), printed("6\n"))
    async with opened("walk/guess", runner) as session:
        await session.press("2", "enter")
        await session.finished()
        await session.press("3", "enter")
        await session.finished()
        assert "Your guess was wrong: Eight." in session.page
        assert "That would be two to the third." in session.page
        assert session.services.store.attempts("walk/guess", kind="predict")[0].verdict == "fail"
        assert session.services.store.states()["walk/guess"].state == "passed"


async def test_run_asks_for_a_guess_once(opened: Open) -> None:
    runner = Replay(printed("one\ntwo\n"))
    async with opened("walk/type-it", runner, size=(120, 24)) as session:
        await session.press("f5")
        assert "Guess first." in session.text
        assert not runner.requests
        await session.press("f5")
        await session.finished()
        assert "Shown without a guess." in session.page


async def test_until_a_guess_is_made_typing_says_where_it_goes(opened: Open) -> None:
    runner = Replay(printed("one\ntwo\n"))
    async with opened("walk/type-it", runner, size=(120, 24)) as session:
        editor = session.app.screen.cell_widgets()[0].editor  # type: ignore[attr-defined]
        before = editor.text
        await session.press("escape")
        await session.type("x")
        assert "Enter goes to the question." in session.text
        editor.focus()
        await session.type("x")
        assert "Guess first; then you can change the code." in session.text
        assert editor.text == before


async def test_the_request_for_a_guess_goes_when_there_is_one(opened: Open) -> None:
    runner = Replay(printed("6\n"))
    async with opened("walk/guess", runner, size=(120, 24)) as session:
        await session.press("f5")
        assert "Guess first." in session.text
        await session.press("enter", "enter")
        await session.finished()
        assert "Guess first." not in session.text


async def test_no_choice_is_picked_before_the_learner_does_it(opened: Open) -> None:
    runner = Replay(printed("6\n"), printed("6\n"))
    async with opened("walk/guess", runner) as session:
        assert "(*)" not in session.page
        await session.press("f5")
        assert "Guess first." in session.text
        assert not runner.requests
        await session.press("enter")
        assert "(*) Six" in session.page
        assert not runner.requests


async def test_a_choice_can_be_clicked(opened: Open) -> None:
    async with opened("walk/guess", Replay(printed("6\n"), printed("6\n"))) as session:
        await session.pilot.click("Choices", offset=(8, 1))
        await session.finished()
        assert "(✗) Five" in session.page
        await session.pilot.click("Choices", offset=(8, 0))
        await session.finished()
        assert "(✓) Six" in session.page


async def test_a_question_out_of_view_comes_back_when_it_is_asked(opened: Open) -> None:
    async with opened("walk/guess", Replay(printed("6\n")), size=(80, 10)) as session:
        await session.press("pagedown", "pagedown")
        assert "What does it print?" not in session.text
        await session.press("f5")
        assert "What does it print?" in session.text


@pytest.mark.parametrize(
    ("target", "answer", "question"),
    [("walk/guess", "2", "What does it print?"), ("walk/type-it", "x", "What is printed?")],
)
async def test_a_wrong_guess_is_scrolled_into_view(
    opened: Open, target: str, answer: str, question: str
) -> None:
    async with opened(target, Replay(printed("6\n"), pause=0.5), size=(80, 10)) as session:
        await session.press(answer, "enter", "pagedown", "pagedown")
        assert question not in session.text
        await session.until(lambda: "Look at the code once more" in session.page)
        assert "Look at the code once more" in session.text


async def test_a_second_typed_guess_takes_the_place_of_the_first(opened: Open) -> None:
    runner = Replay(printed("one\ntwo\n"), printed("one\ntwo\n"))
    async with opened("walk/type-it", runner) as session:
        await session.type("three")
        await session.press("enter")
        await session.finished()
        await session.type("one two")
        await session.press("enter")
        await session.finished()
        assert "Right: one two." in session.page


async def test_the_field_of_a_wide_page_shows_its_advice_and_the_start_of_an_answer(
    opened: Open,
) -> None:
    async with opened(
        "walk/type-it", Replay(printed("6\n"), printed("6\n")), size=(120, 40)
    ) as session:
        assert "Commas and line breaks count as spaces." in session.text
        for start in ("one", "two"):
            await session.type(f"{start} and then very many more words than the field can hold")
            await session.press("enter")
            await session.finished()
        assert "› two and then" in session.text


async def test_a_typed_guess_that_is_wrong_only_by_its_brackets_is_told_so(opened: Open) -> None:
    runner = Replay(printed("[[1. 2.]]\n"), printed("[[1. 2.]]\n"))
    async with opened("walk/type-it", runner) as session:
        await session.type("[1 2]")
        await session.press("enter")
        await session.finished()
        assert "The values are right, not the brackets: one more guess" in session.page
        await session.type("(1 2)")
        await session.press("enter")
        await session.finished()
        assert "The values were right, not the brackets: (1 2)." in session.page
        assert session.services.store.attempts("walk/type-it", kind="predict")[0].verdict == "fail"


async def test_a_guess_that_was_wrong_is_not_taken_twice(opened: Open) -> None:
    runner = Replay(printed("6\n"), printed("6\n"))
    async with opened("walk/guess", runner) as session:
        await session.press("2", "f5")
        await session.finished()
        assert "Not that." in session.page
        await session.press("f5")
        assert len(runner.requests) == 1
        assert "Guess first." in session.text


async def test_a_run_that_was_stopped_says_nothing_of_the_guess(opened: Open) -> None:
    runner = Replay([events.Done(status="stopped", seconds=1.0)], printed("6\n"))
    async with opened("walk/guess", runner) as session:
        await session.press("1", "enter")
        await session.finished()
        assert "Not that." not in session.page
        assert "✗" not in session.page
        await session.press("1", "enter")
        await session.finished()
        assert "Right: Six." in session.page


async def test_a_typed_guess_is_compared_with_whitespace_folded(opened: Open) -> None:
    async with opened("walk/type-it", Replay(printed("one\ntwo\n"))) as session:
        await session.type("one   two")
        await session.press("enter")
        await session.finished()
        assert "Right: one   two." in session.page


async def test_the_snippet_of_a_prediction_can_be_changed_afterwards_only(opened: Open) -> None:
    async with opened("walk/type-it", Replay(printed("one\ntwo\n"))) as session:
        editor = session.app.screen.query_one("Editor")
        assert editor.read_only  # type: ignore[attr-defined]
        await session.press("f5", "f5")
        await session.finished()
        assert not editor.read_only  # type: ignore[attr-defined]


async def test_a_quiz_explains_every_pick_and_ends_with_the_right_one(opened: Open) -> None:
    async with opened("walk/ask") as session:
        await session.press("down", "enter")
        assert "Count again." in session.page
        await session.press("down", "enter")
        assert "Indeed." in session.page
        assert session.services.store.states()["walk/ask"].state == "passed"
        verdicts = [a.verdict for a in session.services.store.attempts("walk/ask")]
        assert verdicts == ["fail", "pass"]


async def test_after_a_question_enter_goes_on_to_the_next(opened: Open) -> None:
    from tutor.tui.state import Answer
    from tutor.tui.widgets.quiz import QuizBox

    async with opened("walk/ask") as session:
        first = session.app.screen.query_one(QuizBox)
        second = QuizBox(first.question, Answer(), 0)
        await first.parent.mount(second, after=first)  # type: ignore[union-attr]
        await session.press("2")
        assert "enter answer" in session.text
        await session.press("enter")
        assert "enter next question" in session.text
        await session.press("enter")
        assert session.app.focused is second.choices
        await session.press("2", "enter")
        assert session.services.store.states()["walk/ask"].state == "passed"
        assert "next question" not in session.text


async def test_a_typed_prediction_says_that_enter_answers(opened: Open) -> None:
    async with opened("walk/type-it", Replay(printed("one\ntwo\n"))) as session:
        assert "enter answer" in session.text
        await session.type("one two")
        await session.press("enter")
        await session.finished()
        assert "enter answer" not in session.text
