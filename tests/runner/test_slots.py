"""One runs, the others wait in order and know how many are before them."""

from __future__ import annotations

from tutor.runner.slots import Slots


def test_the_first_may_start_and_the_others_wait() -> None:
    slots: Slots[str] = Slots()
    assert [slots.enter(job) for job in "abc"] == [0, 1, 2]
    assert slots.waiting == ("b", "c")


def test_when_the_running_one_leaves_the_next_may_start() -> None:
    slots: Slots[str] = Slots()
    for job in "abc":
        slots.enter(job)
    assert slots.leave("a") == "b"
    assert slots.waiting == ("c",)


def test_a_waiting_one_that_leaves_starts_nobody() -> None:
    slots: Slots[str] = Slots()
    for job in "abc":
        slots.enter(job)
    assert slots.leave("b") is None
    assert slots.all == ("a", "c")


def test_the_last_one_leaves_an_empty_queue() -> None:
    slots: Slots[str] = Slots()
    slots.enter("a")
    assert slots.leave("a") is None
    assert slots.all == ()
