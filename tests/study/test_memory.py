"""The schedule of one thing follows from its grades, and from nothing else."""

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from tutor.study.memory import LONGEST_DAYS, graded, intervals, remembered

START = datetime(2026, 3, 1, 20, tzinfo=UTC)


def test_the_better_the_grade_the_later_it_is_asked_again():
    days = intervals(None, START)
    assert list(days) == ["again", "hard", "good", "easy"]
    assert 1 == days["again"] <= days["hard"] < days["good"] < days["easy"]


def test_what_is_known_comes_ever_more_rarely():
    memory, when, days = None, START, []
    for _turn in range(6):
        memory = graded(memory, "good", when)
        days.append(memory.days)
        when = memory.due
    assert days == sorted(set(days))
    assert days[-1] > 60


def test_forgetting_brings_it_back_the_next_days():
    memory = remembered([(START, "easy"), (START + timedelta(days=8), "easy")])
    assert memory.days > 20
    forgotten = graded(memory, "again", memory.due)
    assert forgotten.days <= 8
    assert forgotten.difficulty > memory.difficulty


def test_nothing_is_put_off_for_years():
    memory, when = None, START
    for _turn in range(12):
        memory = graded(memory, "easy", when)
        when = memory.due
    assert memory.days == LONGEST_DAYS


def test_the_order_in_which_a_history_is_told_does_not_matter():
    history = [(START + timedelta(days=d), g) for d, g in [(0, "good"), (2, "again"), (3, "hard")]]
    assert len({remembered(order) for order in permutations(history)}) == 1


def test_the_same_history_gives_the_same_schedule_every_time():
    history = [(START + timedelta(days=9 * n), "good") for n in range(5)]
    assert len({remembered(history) for _turn in range(20)}) == 1


def test_a_clock_that_was_set_back_does_no_harm():
    memory = graded(None, "good", START)
    again = graded(memory, "good", START - timedelta(days=400))
    assert again.last == START
    assert again.days >= memory.days


@pytest.mark.parametrize("grade", ["again", "hard", "good", "easy"])
def test_intervals_are_whole_days_and_at_least_one(grade):
    memory = graded(None, grade, START)
    assert (memory.due - START) % timedelta(days=1) == timedelta(0)
    assert memory.days >= 1
