"""What comes due: derived from a course, from what lessons showed, and from reviews."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.plain.conftest import COURSE
from tutor.course import load_lesson
from tutor.locale import set_language
from tutor.study import Attempt, Review, Store
from tutor.study.deck import due, items, minutes, reached, schedule, session, upcoming
from tutor.study.reviewing import (
    Outlook,
    Round,
    minutes_words,
    next_words,
    of_guesses,
    of_verdict,
    outlook,
    position,
)

TWO = Path(__file__).parent / "course"


@pytest.fixture(scope="module")
def lesson():
    return load_lesson(COURSE, "en", "tiny")


@pytest.fixture(scope="module")
def quizzes():
    return load_lesson(TWO, "en", "asks")


def scheduled(store: Store, *lessons):
    everything = [item for lesson in lessons for item in items(lesson)]
    return schedule(everything, store.states(), store.answers(), store.reviews())


def keys(found) -> list[str]:
    return [one.item.key for one in found]


def asked(question: int, correct: bool, kind: str = "quiz") -> dict[str, str]:
    return {"question": str(question), "correct": "yes" if correct else "no"}


def test_a_lesson_has_its_exercises_questions_predictions_and_cards(lesson, quizzes):
    assert [item.key for item in items(lesson)] == [
        "predict:tiny/guess:1", "exercise:tiny/double", "exercise:tiny/order", "quiz:tiny/ask:1",
    ]  # fmt: skip
    assert [item.key for item in items(quizzes)] == [
        "quiz:asks/two:1", "quiz:asks/two:2", "card:first-card", "card:second-card",
    ]  # fmt: skip


def test_nothing_is_in_play_before_a_lesson_is_reached(store, lesson, quizzes):
    assert scheduled(store, lesson, quizzes) == []
    assert reached(store.states()) == set()


def test_a_card_comes_the_day_after_its_step_was_seen(store, clock, quizzes):
    store.visit("asks/two")
    found = scheduled(store, quizzes)
    assert keys(found) == ["card:first-card", "card:second-card"]
    assert due(found, clock()) == []
    clock.on(days=1)
    assert keys(due(found, clock())) == keys(found)
    assert reached(store.states()) == {"asks"}


def test_a_review_puts_a_card_off_and_the_others_stay(store, clock, quizzes):
    store.visit("asks/two")
    clock.on(days=1)
    store.review(Review("card:first-card", "asks/two", "good"))
    found = scheduled(store, quizzes)
    assert keys(due(found, clock())) == ["card:second-card"]
    first = found[0]
    assert first.memory is not None
    clock.on(days=first.memory.days)
    assert "card:first-card" in keys(due(found, clock()))


def test_a_quiz_question_answered_wrong_comes_sooner_than_one_answered_right(store, clock, quizzes):
    store.record(Attempt("asks/two", "quiz", verdict="fail", details=asked(1, False)))
    store.record(Attempt("asks/two", "quiz", details=asked(1, True)))
    store.record(Attempt("asks/two", "quiz", verdict="pass", details=asked(2, True)))
    found = {one.item.key: one for one in scheduled(store, quizzes)}
    wrong, right = found["quiz:asks/two:1"], found["quiz:asks/two:2"]
    assert wrong.memory.days == 1
    assert wrong.missed
    assert right.memory.days >= 5
    assert not right.missed


def test_a_question_that_was_not_answered_is_not_in_play(store, quizzes):
    store.record(Attempt("asks/two", "quiz", details=asked(2, True)))
    assert "quiz:asks/two:1" not in keys(scheduled(store, quizzes))


def test_only_a_missed_prediction_comes_back(store, clock, lesson):
    store.record(Attempt("tiny/guess", "predict", verdict="pass", details=asked(1, True)))
    assert scheduled(store, lesson) == []
    store.record(Attempt("tiny/guess", "predict", verdict="fail", details=asked(1, False)))
    (one,) = scheduled(store, lesson)
    assert (one.item.key, one.missed) == ("predict:tiny/guess:1", True)
    store.review(Review("predict:tiny/guess:1", "tiny/guess", "good"))
    (one,) = scheduled(store, lesson)
    assert not one.missed


def test_an_exercise_comes_once_it_was_passed_and_the_later_the_easier_it_was(store, lesson):
    step = "tiny/double"
    store.record(Attempt(step, "check", verdict="fail"))
    assert scheduled(store, lesson) == []
    store.record(Attempt(step, "check", verdict="pass"))
    store.record(Attempt("tiny/order", "check", verdict="pass"))
    tried, clean = scheduled(store, lesson)
    assert (tried.item.key, clean.item.key) == ("exercise:tiny/double", "exercise:tiny/order")
    assert tried.memory.days < clean.memory.days


def test_a_shown_solution_brings_the_exercise_back_the_next_day(store, lesson):
    store.record(Attempt("tiny/double", "solution-shown"))
    store.record(Attempt("tiny/double", "check", verdict="pass"))
    (one,) = scheduled(store, lesson)
    assert one.memory.days == 1


def test_what_is_tried_during_a_review_is_no_evidence_about_the_lesson(store, lesson):
    store.record(Attempt("tiny/double", "check", verdict="pass", slot="review"))
    assert scheduled(store, lesson) == []


def test_records_without_details_count_where_they_can_only_mean_one_question(
    store, lesson, quizzes
):
    store.record(Attempt("tiny/guess", "predict", verdict="fail"))
    store.record(Attempt("tiny/ask", "quiz", verdict="pass"))
    assert keys(scheduled(store, lesson)) == ["predict:tiny/guess:1", "quiz:tiny/ask:1"]
    store.record(Attempt("asks/two", "quiz", verdict="fail"))
    assert "quiz:asks/two:1" not in keys(scheduled(store, quizzes))


def test_what_was_missed_is_asked_first(store, clock, quizzes):
    store.visit("asks/two")
    clock.on(days=1)
    store.review(Review("card:second-card", "asks/two", "again"))
    clock.on(days=1)
    found = due(scheduled(store, quizzes), clock())
    assert keys(found) == ["card:second-card", "card:first-card"]
    assert found[0].due > found[1].due


def test_due_today_means_from_the_morning_on(store, clock, quizzes, monkeypatch):
    clock.now = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    store.visit("asks/two")
    found = scheduled(store, quizzes)
    assert due(found, datetime(2026, 3, 1, 23, 59, tzinfo=UTC)) == []
    assert len(due(found, datetime(2026, 3, 2, 6, tzinfo=UTC))) == 2


def test_a_session_fits_into_its_minutes_but_is_never_empty(store, clock, lesson, quizzes):
    store.visit("asks/two")
    for step in ("tiny/double", "tiny/order"):
        store.record(Attempt(step, "check", verdict="pass"))
    clock.on(days=30)
    waiting = due(scheduled(store, lesson, quizzes), clock())
    assert len(waiting) == 4
    assert minutes(waiting) == 7
    assert len(session(waiting, 20)) == 4
    assert minutes(session(waiting, 5)) <= 5
    only = [one for one in waiting if one.item.kind == "exercise"][:1]
    assert session(only, 1) == only
    assert session([], 5) == []


def test_when_nothing_is_due_it_is_known_when_something_will_be(store, clock, quizzes):
    assert upcoming(scheduled(store, quizzes), clock()) is None
    store.visit("asks/two")
    when, count = upcoming(scheduled(store, quizzes), clock())
    assert count == 2
    assert timedelta(hours=23) < when - clock() <= timedelta(days=1)


def test_two_machines_have_the_same_schedule_after_an_exchange(new_store, clock, quizzes, tmp_path):
    one, two = new_store("one"), new_store("two")
    for store in (one, two):
        store.visit("asks/two")
    clock.on(days=1)
    one.review(Review("card:first-card", "asks/two", "good"))
    clock.on(days=1)
    two.review(Review("card:first-card", "asks/two", "again"))
    two.review(Review("card:second-card", "asks/two", "easy"))
    for giver, taker in ((one, two), (two, one)):
        giver.export(tmp_path / "work.json")
        taker.import_(tmp_path / "work.json")
    assert scheduled(one, quizzes) == scheduled(two, quizzes)
    assert len(one.reviews()) == 3


def test_an_outlook_counts_the_mistakes_of_each_lesson(store, clock, quizzes):
    everything = list(items(quizzes))
    assert outlook(store, lambda: everything).mistakes == {}
    store.record(Attempt("asks/two", "quiz", details=asked(1, False)))
    store.record(Attempt("asks/two", "quiz", details=asked(2, True)))
    found = outlook(store, lambda: everything)
    assert (found.mistakes, found.due) == ({"asks": 1}, ())
    clock.on(days=1)
    assert len(outlook(store, lambda: everything).due) == 3


def test_a_course_is_not_looked_through_before_anything_was_learned(store):
    def never():
        raise AssertionError("asked for the items of a course that nobody began")

    assert outlook(store, never).due == ()


def test_reviews_keep_their_order_when_the_clock_is_set_back(store, clock):
    store.review(Review("card:x", "asks/two", "good"))
    clock.on(days=-400)
    store.review(Review("card:y", "asks/two", "good"))
    assert [review.item for review in store.reviews()] == ["card:x", "card:y"]


# --- a sitting -------------------------------------------------------------------------------


def test_a_sitting_stores_the_first_grade_of_each_item_at_once(store, clock, quizzes):
    store.visit("asks/two")
    clock.on(days=1)
    sitting = Round(store, due(scheduled(store, quizzes), clock()))
    assert (sitting.number, sitting.count, sitting.minutes) == (1, 2, 1)
    sitting.grade("hard", "three", "en")
    sitting.grade("easy")
    assert [(r.item, r.grade, r.answer) for r in store.reviews()] == [
        ("card:first-card", "hard", "three")
    ]
    sitting.forward()
    sitting.forward()
    sitting.forward()
    assert sitting.current is None
    sitting.grade("good")
    assert len(store.reviews()) == 1
    assert keys(due(scheduled(store, quizzes), clock())) == ["card:second-card"]


@pytest.mark.parametrize(
    ("grade", "worth"),
    [
        (of_guesses(True, 1), "good"),
        (of_guesses(True, 2), "hard"),
        (of_guesses(False, 1), "again"),
        (of_verdict(0, False), "good"),
        (of_verdict(2, False), "hard"),
        (of_verdict(0, True), "again"),
    ],
)
def test_what_an_answer_is_worth(grade, worth):
    assert grade == worth


def test_a_question_is_found_by_its_number_on_the_page(quizzes):
    (step,) = quizzes.steps
    asks = [item for item in items(quizzes) if item.kind == "quiz"]
    found = [step.blocks[position(step, item)].text for item in asks]
    assert found == ["What is 1 + 1?", "What is 2 + 2?"]


@pytest.mark.parametrize(
    ("language", "days", "words"),
    [
        ("en", 1, "Next: tomorrow, 2 due."),
        ("en", 4, "Next: in 4 days, on 2026-03-05, 2 due."),
        ("zh-CN", 1, "下一次：明天，2 项到期。"),
    ],
)
def test_when_something_is_due_next_in_words(language, days, words):
    set_language(language)
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert next_words(Outlook(now, (), (now + timedelta(days=days), 2))) == words


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "about 1 minute"),
        (90, "about 90 minutes"),
        (91, "about 2 hours"),
        (225, "about 4 hours"),
    ],
)
def test_how_long_it_takes_in_words(count, words):
    assert minutes_words(count) == words
