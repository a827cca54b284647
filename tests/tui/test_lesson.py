"""A lesson page, from key to screen, with recorded Runs."""

from __future__ import annotations

import pytest

from tests.tui.conftest import Open
from tests.tui.replay import Replay, curve, ended, printed, raised, verdict
from tutor import events, locale
from tutor.tui.screens.home import HomeScreen
from tutor.tui.screens.lesson import LessonScreen


async def test_a_page_of_text_is_readable_and_turns(opened: Open) -> None:
    async with opened("walk/read") as session:
        assert "Something to read" in session.text
        assert "1 Every kind of page · 1/9" in session.text
        await session.press("f8")
        assert "Watch a curve" in session.text
        await session.press("f7")
        assert "Something to read" in session.text
        assert session.services.store.states()["walk/read"].state == "passed"


async def test_the_first_and_the_last_page_say_so(opened: Open) -> None:
    async with opened("walk/read", size=(120, 24)) as session:
        await session.press("f7")
        assert "This is the first page." in session.text
    async with opened("more/end", size=(120, 24)) as session:
        await session.press("ctrl+n")
        assert "That was the last page." in session.text


async def test_run_shows_text_and_curve_below_the_code(opened: Open) -> None:
    async with opened("walk/watch", Replay(curve())) as session:
        await session.press("f5")
        await session.finished()
        assert "─ Run 1 · 0.31 s (compile 0.12 s)" in session.page
        assert "loss" in session.text
        assert session.text.split("\n")[-3].strip() == "done" or "done" in session.text
        assert session.services.store.states()["walk/watch"].state == "passed"


@pytest.mark.parametrize("key", ["f5", "ctrl+r"])
async def test_run_has_two_keys_and_sends_the_folded_lines_too(opened: Open, key: str) -> None:
    runner = Replay(printed("hi\n"))
    async with opened("walk/watch", runner) as session:
        await session.press(key)
        await session.finished()
        request = runner.requests[0]
        assert request.code.startswith("import jax, jax.numpy as jnp, numpy as np\n")
        assert request.hidden_lines == 2
        assert "log(i, loss" in request.code


async def test_run_is_a_button_too(opened: Open) -> None:
    runner = Replay(printed("hi\n"))
    async with opened("walk/watch", runner) as session:
        await session.pilot.click("Press")
        await session.finished()
        assert len(runner.requests) == 1


async def test_earlier_curves_stay_faint(opened: Open) -> None:
    async with opened("walk/watch", Replay(curve(), curve())) as session:
        for _run in range(2):
            await session.press("f5")
            await session.finished()
        assert "─ Run 2 " in session.page
        assert "earlier: faint" in session.page


async def test_an_error_marks_the_own_line_and_f4_shows_everything(opened: Open) -> None:
    async with opened("walk/watch", Replay(raised("NameError", "name 'q'", 2))) as session:
        await session.press("f5")
        await session.finished()
        assert ">   2      log(i, loss=2.0 ** -i)" in session.page
        assert "Traceback" not in session.page
        await session.press("f4")
        assert "Traceback" in session.page
        await session.press("alt+t")
        assert "Traceback" not in session.page


async def test_an_error_names_the_page_that_teaches_it(opened: Open) -> None:
    async with opened("walk/watch", Replay()) as session:
        where = session.services.library.whereabouts
        assert where("walk/double", here="walk/watch") == (
            "1 Every kind of page, step 5: Double it"
        )
        assert where("walk/watch", here="walk/watch") == "this page"
        assert where("elsewhere/step") == ""


async def test_a_second_run_does_not_start_and_esc_stops(opened: Open) -> None:
    runner = Replay(forever=True)
    async with opened("walk/watch", runner, size=(120, 24)) as session:
        await session.press("f5", "f5")
        assert "It is still running. Esc stops it." in session.text
        assert len(runner.requests) == 1
        await session.press("escape")
        await session.finished()
        assert "stopped by you" in session.page
        assert isinstance(session.app.screen, LessonScreen)


async def test_ctrl_c_stops_what_runs_and_copies_otherwise(opened: Open) -> None:
    async with opened("walk/watch", Replay(forever=True), size=(120, 24)) as session:
        await session.press("shift+end", "ctrl+c")
        assert session.app.clipboard == "for i in range(30):"
        await session.press("f5", "ctrl+c")
        await session.finished()
        assert "stopped by you" in session.page


async def test_check_says_what_is_wrong_then_that_it_is_right(opened: Open) -> None:
    runner = Replay(verdict("fail", feedback="halved"), verdict("pass"))
    async with opened("walk/double", runner) as session:
        await session.press("f6")
        await session.finished()
        assert "That is half of it." in session.page
        await session.press("ctrl+t")
        await session.finished()
        assert "✓ Right." in session.page
        assert session.services.store.states()["walk/double"].state == "passed"
        first, second = session.services.store.attempts("walk/double")
        assert (first.kind, first.verdict, first.feedback) == ("check", "fail", "halved")
        assert second.verdict == "pass"
        assert first.digest == session.services.library.step("walk/double").exercise.digest  # type: ignore[union-attr]
        assert first.versions["jax"] == "0.10.2"
        assert "def double" in first.code
        request = runner.requests[0]
        assert isinstance(request, events.CheckRequest)
        assert (request.lesson, request.step) == ("walk", "double")


async def test_feedback_speaks_the_other_language_after_the_flip(opened: Open) -> None:
    async with opened("walk/double", Replay(verdict("fail", feedback="halved"))) as session:
        await session.press("f6")
        await session.finished()
        await session.press("f9")
        assert "这是它的一半。" in session.page


async def test_hints_come_one_by_one_and_are_counted(opened: Open) -> None:
    async with opened("walk/double", Replay()) as session:
        await session.press("f2")
        assert "Hint 1 of 2" in session.page
        assert "A sum" not in session.page
        await session.press("ctrl+g", "f2")
        assert "Hint 2 of 2" in session.page
        assert session.services.store.hints("walk/double") == 2
        await session.press("f2")
        assert "That was the last hint. alt+s shows a solution." in session.text
        assert session.services.store.hints("walk/double") == 2


async def test_a_solution_is_seen_from_its_first_line(opened: Open) -> None:
    async with opened("walk/double", Replay(), size=(80, 12)) as session:
        await session.press("f2", "f2", "alt+s", "left", "enter")
        assert "A solution" in session.text


async def test_a_solution_is_shown_after_asking_and_marks_the_step_as_seen(opened: Open) -> None:
    async with opened("walk/double", Replay()) as session:
        await session.press("alt+s", "enter")
        assert "return 2 * x" not in session.page
        await session.press("alt+s", "left", "enter")
        assert "return 2 * x" in session.page
        state = session.services.store.states()["walk/double"]
        assert state.solution_shown
        assert state.state != "passed"


async def test_reset_is_a_revision_and_can_be_undone(opened: Open) -> None:
    async with opened("walk/double", Replay(), size=(120, 24)) as session:
        await session.type("# mine\n")
        await session.press("alt+r")
        assert "# mine" not in session.page
        assert "The starter is back." in session.text
        await session.press("alt+u")
        assert "# mine" in session.page
        assert "Your text is back." in session.text
        await session.pilot.pause(0.3)
        draft = session.services.store.draft("walk/double")
        assert draft is not None
        assert draft.startswith("# mine")


async def test_lines_are_put_in_order_by_keys_and_only_used_ones_are_checked(opened: Open) -> None:
    runner = Replay(verdict("pass"))
    async with opened("walk/order", runner) as session:
        from tutor.tui.widgets.parsons import OrderBox

        box = session.app.screen.query_one(OrderBox)
        assert session.app.focused is box
        wanted = ["def inc(x):", "    y = x + start", "    return y"]
        for place, line in enumerate(wanted):
            while box.order.used[place] != line:
                box.index = box.order.used.index(line)
                await session.press("shift+up")
        box.index = len(wanted)
        await session.press("space")
        await session.press("f6")
        await session.finished()
        assert runner.requests[0].code.endswith("start = 1\n" + "\n".join(wanted))
        await session.pilot.pause(0.3)
        draft = session.services.store.draft("walk/order")
        assert draft == "\n".join([*wanted, "#-     return x"])


async def test_indentation_of_a_line_is_the_learners(opened: Open) -> None:
    async with opened("walk/order", Replay()) as session:
        from tutor.tui.widgets.parsons import OrderBox

        box = session.app.screen.query_one(OrderBox)
        line = box.order.used[0]
        await session.press("right")
        assert box.order.used[0] == "    " + line
        await session.press("left", "left")
        assert box.order.used[0] == line.lstrip()


async def test_two_programs_on_a_page_have_drafts_of_their_own(opened: Open) -> None:
    runner = Replay(printed("second\n"))
    async with opened("walk/two", runner, size=(80, 40)) as session:
        widgets = session.app.screen.cell_widgets()  # type: ignore[attr-defined]
        widgets[1].editor.focus()
        await session.type("# b\n")
        await session.press("f5")
        await session.finished()
        assert 'print("second")' in runner.requests[0].code
        assert session.services.store.draft("walk/two") is None
        assert session.services.store.draft("walk/two", widgets[1].cell.slot) is not None


async def test_esc_and_tab_lead_from_one_program_to_the_next(opened: Open) -> None:
    async with opened("walk/two", Replay()) as session:
        editors = [w.editor for w in session.app.screen.cell_widgets()]  # type: ignore[attr-defined]
        editors[0].focus()
        for editor in (editors[1], editors[0]):
            await session.press("escape", "tab")
            assert session.app.focused is editor


async def test_a_timing_is_held_against_its_claim_and_never_blocks(opened: Open) -> None:
    rows = tuple(
        events.Contestant(name=name, first=0.1, median=median, spread=0.02, rounds=30)
        for name, median in (("slow", 0.01), ("fast", 0.009))
    )
    stream: list[events.AnyEvent] = [events.Timing(rows=rows, same=True), ended()]
    async with opened("walk/race", Replay(stream)) as session:
        await session.press("f5")
        await session.finished()
        assert "Measured here, this time" in session.page
        assert session.services.store.states()["walk/race"].state == "passed"


async def test_one_key_flips_the_language_and_keeps_text_and_cursor(opened: Open) -> None:
    async with opened("walk/double", Replay()) as session:
        await session.press("down", "down")
        await session.type("# mine")
        await session.press("ctrl+l")
        assert locale.language() == "zh-CN"
        assert "返回 x 的两倍。" in session.page
        assert "各种页面" in session.text
        assert "# mine" in session.page
        editor = session.app.screen.cell_widgets()[0].editor  # type: ignore[attr-defined]
        assert editor.cursor_location == (2, 6)
        assert session.app.focused is editor
        await session.press("f9")
        assert "Return twice x." in session.page


async def test_the_place_is_found_again(opened: Open) -> None:
    async with opened("walk/double", Replay()) as session:
        await session.press("down", "right", "right")
        await session.press("ctrl+q")
    async with opened("walk/double", Replay()) as session:
        place = session.services.store.resume()
        assert place is not None
        assert (place.lesson, place.step, place.cursor) == ("walk", "double", (1, 2))
        editor = session.app.screen.cell_widgets()[0].editor  # type: ignore[attr-defined]
        assert editor.cursor_location == (1, 2)


async def test_esc_leaves_the_editor_then_the_page(opened: Open) -> None:
    async with opened("walk/double", Replay()) as session:
        await session.press("escape")
        assert session.app.focused is session.app.screen.page  # type: ignore[attr-defined]
        await session.press("enter")
        assert session.app.focused is session.app.screen.cell_widgets()[0].editor  # type: ignore[attr-defined]
        await session.press("escape", "escape")
        assert isinstance(session.app.screen, HomeScreen)


async def test_letters_on_a_page_change_nothing_and_say_where_to_type(opened: Open) -> None:
    async with opened("walk/double", Replay(), size=(120, 24)) as session:
        await session.press("escape")
        editor = session.app.screen.cell_widgets()[0].editor  # type: ignore[attr-defined]
        before = editor.text
        await session.type("rxq")
        assert "Enter or Tab puts the cursor into the code." in session.text
        assert isinstance(session.app.screen, LessonScreen)
        assert editor.text == before


async def test_from_120_columns_prose_stands_left_and_code_right(opened: Open) -> None:
    async with opened("walk/watch", Replay(), size=(120, 30)) as session:
        line = next(text for text in session.text.split("\n") if "Run this, and watch." in text)
        assert "log(i, loss" in line
        await session.pilot.resize_terminal(80, 30)
        await session.settle()
        line = next(text for text in session.text.split("\n") if "Run this, and watch." in text)
        assert "log(i" not in line


async def test_the_host_is_made_ready_for_the_page_and_not_before(opened: Open) -> None:
    runner = Replay()
    async with opened("walk/double", runner) as session:
        assert not runner.prepared
        await session.until(lambda: runner.prepared)
        assert runner.prepared[0]["step"] == "double"


async def test_events_of_a_stopped_page_reach_no_other(opened: Open) -> None:
    async with opened("walk/watch", Replay(forever=True)) as session:
        await session.press("f5", "f8")
        await session.finished()
        assert "Guess first" in session.text
        await session.press("f7")
        assert "stopped by you" in session.page


async def test_a_host_that_does_not_start_says_why(opened: Open) -> None:
    """With the real client: a command prefix that ends at once."""
    async with opened("walk/watch", prefix=("false",)) as session:
        await session.press("f5")
        await session.finished()
        said = " ".join(session.page.split())
        assert "Code cannot run" in said
        assert "prefix in the settings is: false" in said
        assert "command prefix in the settings" in session.page
        await session.press("f5")
        await session.finished()
        assert "Run 2" in session.page


async def test_a_page_of_text_before_code_has_the_host_made_ready(opened: Open) -> None:
    runner = Replay()
    async with opened("walk/read", runner) as session:
        await session.until(lambda: runner.prepared)
    runner = Replay()
    async with opened("more/end", runner) as session:
        await session.pilot.pause(0.6)
        assert not runner.prepared


async def test_enter_goes_to_what_there_is_to_do(opened: Open) -> None:
    async with opened("walk/guess", Replay()) as session:
        await session.press("escape")
        await session.press("enter")
        assert type(session.app.focused).__name__ == "Choices"


async def test_a_paste_of_a_novel_is_refused_with_a_word(opened: Open) -> None:
    from textual.events import Paste

    async with opened("walk/double", Replay(), size=(120, 24)) as session:
        editor = session.app.screen.cell_widgets()[0].editor  # type: ignore[attr-defined]
        before = editor.text
        editor.post_message(Paste("x" * 200_000))
        await session.settle()
        assert "That is too long to paste." in session.text
        assert editor.text == before


async def test_the_end_of_a_second_result_is_in_view_too(opened: Open) -> None:
    told = [events.Started(), *printed("line\n" * 4 + "the last line\n")]
    async with opened("walk/watch", Replay(told, told, pause=0.3), size=(80, 14)) as session:
        for _run in range(2):
            await session.press("f5")
            await session.finished()
            assert "the last line" in session.text
        assert "Run 2" in session.page


async def test_a_page_without_code_names_no_key_for_code(opened: Open) -> None:
    async with opened("walk/read") as session:
        footer = session.text.split("\n")[-1]
        assert "next" in footer
        assert "run" not in footer and "x-ray" not in footer


async def test_words_in_the_footer_are_not_taken_to_the_next_page(opened: Open) -> None:
    async with opened("walk/watch") as session:
        await session.press("f6")
        assert "There is nothing to check on this page." in session.text
        await session.press("f8")
        assert "There is nothing to check on this page." not in session.text
