"""Drafts are never lost: every state that matters is a revision."""

from tutor.study import Attempt, Store

STEP = "grad/wrt-weights"


def codes(store: Store, step: str = STEP, slot: str = "") -> list[str | None]:
    return [revision.code for revision in store.revisions(step, slot)]


def test_without_a_draft_the_learner_sees_the_starter(store):
    assert store.draft(STEP) is None
    assert store.revisions(STEP) == []


def test_a_saved_draft_is_there_again_after_closing(path):
    with Store.open(path) as first:
        first.save_draft(STEP, "x = 1\n")
    with Store.open(path) as second:
        assert second.draft(STEP) == "x = 1\n"


def test_slots_and_courses_are_apart(store):
    store.save_draft(STEP, "exercise")
    store.save_draft(STEP, "snippet", slot="first")
    other = store.for_course("other")
    other.save_draft(STEP, "elsewhere")
    assert store.draft(STEP) == "exercise"
    assert store.draft(STEP, "first") == "snippet"
    assert other.draft(STEP) == "elsewhere"
    assert store.drafts_known() == [(STEP, ""), (STEP, "first")]


def test_steady_typing_is_one_revision(store):
    for end in range(1, 6):
        store.save_draft(STEP, "loss"[:end])
    assert codes(store) == ["loss"]


def test_saving_the_same_again_changes_nothing(store):
    store.save_draft(STEP, "x")
    before = store.revisions(STEP)
    store.save_draft(STEP, "x")
    assert store.revisions(STEP) == before


def test_what_was_run_stays_a_revision(store):
    store.save_draft(STEP, "a = 1")
    store.record(Attempt(STEP, "run", code="a = 1"))
    store.save_draft(STEP, "a = 2")
    assert codes(store) == ["a = 1", "a = 2"]


def test_ten_minutes_of_typing_are_cut(store, clock):
    store.save_draft(STEP, "a")
    clock.on(minutes=11)
    store.save_draft(STEP, "ab")
    assert codes(store) == ["a", "ab"]


def test_another_session_starts_its_own_revision(path):
    for text in ("first", "second"):
        with Store.open(path) as store:
            store.save_draft(STEP, text)
    with Store.open(path) as store:
        assert codes(store) == ["first", "second"]


def test_deleting_most_of_the_text_keeps_what_was_there(store):
    long = "loss = jnp.mean((x @ w - y) ** 2)\n" * 3
    store.save_draft(STEP, long)
    store.save_draft(STEP, "")
    store.save_draft(STEP, "new")
    assert codes(store) == [long, "new"]


def test_a_reset_can_be_undone_in_another_session(path):
    with Store.open(path) as store:
        store.save_draft(STEP, "mine")
        assert store.reset(STEP)
        assert store.draft(STEP) is None
    with Store.open(path) as store:
        assert store.undo_reset(STEP)
        assert store.draft(STEP) == "mine"
        assert not store.undo_reset(STEP)


def test_undo_after_typing_brings_back_the_old_and_keeps_the_new(store):
    store.save_draft(STEP, "old")
    store.reset(STEP)
    store.save_draft(STEP, "new")
    assert store.undo_reset(STEP)
    assert store.draft(STEP) == "old"
    assert codes(store) == ["old", None, "new", "old"]


def test_there_is_nothing_to_reset_or_undo_at_the_starter(store):
    assert not store.reset(STEP)
    assert not store.undo_reset(STEP)
    store.save_draft(STEP, "x")
    store.reset(STEP)
    assert not store.reset(STEP)


def test_any_revision_can_be_restored(store):
    store.save_draft(STEP, "one")
    store.record(Attempt(STEP, "run"))
    store.save_draft(STEP, "two")
    first = store.revisions(STEP)[0]
    assert store.restore(STEP, first.id)
    assert store.draft(STEP) == "one"
    assert codes(store) == ["one", "two", "one"]
    assert not store.restore(STEP, "no-such-revision")
    assert not store.restore("grad/slope", first.id)


def test_the_latest_edit_wins_when_the_clock_goes_back(store, clock):
    store.save_draft(STEP, "before")
    store.record(Attempt(STEP, "run"))
    clock.on(days=-400)
    store.save_draft(STEP, "after")
    assert store.draft(STEP) == "after"
    store.reset(STEP)
    assert store.draft(STEP) is None


def test_text_that_is_no_unicode_is_kept_as_far_as_it_goes(store):
    store.save_draft(STEP, "a\ud800b\x00c")
    assert store.draft(STEP) == "a?b\x00c"
