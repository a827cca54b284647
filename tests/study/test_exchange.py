"""Exports are documented JSON; merging them loses nothing, in any order, any number of times."""

import contextlib
import itertools
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tutor.errors import NotAnExport, StoreUnavailable
from tutor.study import Attempt, Place, Review, Store
from tutor.study.exchange import dump

STEP = "grad/wrt-weights"


def content(store: Store) -> dict:
    """All that a store holds, but when and by whom it was asked."""
    with store._database.read() as connection:
        work = dump(connection, "nobody")
    return {
        name: getattr(work, name)
        for name in ("attempts", "revisions", "visits", "places", "reviews")
    }


def merged(store: Store, *others: Store) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for other in others:
            other.export(Path(folder) / "work.json")
            store.import_(Path(folder) / "work.json")


def test_work_moves_to_another_machine(new_store, tmp_path):
    one, two = new_store("one"), new_store("two")
    one.save_draft(STEP, "mine")
    one.record(Attempt(STEP, "check", code="mine", verdict="pass", seed=7))
    one.visit(STEP, 3)
    one.review(Review("card:x", STEP, "hard", answer="?", seconds=4.5, language="en"))
    one.remember(Place("grad", "wrt-weights"))
    one.for_course("other").record(Attempt("a/b", "run"))
    one.export(tmp_path / "work.json")
    report = two.import_(tmp_path / "work.json")
    assert (report.attempts, report.drafts, report.reviews, report.known) == (2, 1, 1, 0)
    assert report.steps == (STEP,)
    assert content(two) == content(one)
    assert two.draft(STEP) == "mine"
    assert two.resume() == one.resume()
    assert two.states() == one.states()


def test_an_import_of_one_s_own_changes_nothing(store, tmp_path):
    store.save_draft(STEP, "x")
    store.record(Attempt(STEP, "run"))
    before = content(store)
    store.export(tmp_path / "work.json")
    report = store.import_(tmp_path / "work.json")
    assert (report.attempts, report.drafts, report.known) == (0, 0, 2)
    assert content(store) == before


def test_of_two_drafts_the_later_is_shown_and_both_are_kept(new_store):
    one, two = new_store("one"), new_store("two")
    one.save_draft(STEP, "earlier")
    two.save_draft(STEP, "later")
    merged(one, two)
    assert one.draft(STEP) == "later"
    assert [revision.code for revision in one.revisions(STEP)] == ["earlier", "later"]


def test_typing_that_went_on_after_an_export_is_taken_over(new_store):
    one, two = new_store("one"), new_store("two")
    one.save_draft(STEP, "lo")
    merged(two, one)
    one.save_draft(STEP, "loss")
    merged(two, one)
    assert [revision.code for revision in two.revisions(STEP)] == ["loss"]


def test_a_copied_home_folder_loses_nothing_when_it_comes_back(new_store, tmp_path):
    original = new_store("one")
    original.record(Attempt(STEP, "run", code="before"))
    original.close()
    (tmp_path / "two").mkdir()
    data = (tmp_path / "one" / "progress.sqlite").read_bytes()
    (tmp_path / "two" / "progress.sqlite").write_bytes(data)
    one, two = new_store("one"), new_store("two")
    one.record(Attempt(STEP, "run", code="on one"))
    two.record(Attempt(STEP, "run", code="on two"))
    merged(one, two)
    assert {attempt.code for attempt in one.attempts()} == {"before", "on one", "on two"}


# --- properties ------------------------------------------------------------------------------

_ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("draft"), st.sampled_from(["a/b", "c/d"]), st.text(max_size=12)),
        st.tuples(st.just("reset"), st.sampled_from(["a/b", "c/d"]), st.just("")),
        st.tuples(st.just("attempt"), st.sampled_from(["a/b", "c/d"]), st.text(max_size=12)),
        st.tuples(st.just("visit"), st.sampled_from(["a/b", "c/d"]), st.just("")),
        st.tuples(st.just("place"), st.sampled_from(["a/b", "c/d"]), st.just("")),
        st.tuples(st.just("review"), st.sampled_from(["a/b", "c/d"]), st.text(max_size=12)),
        st.tuples(st.just("merge"), st.just(""), st.just("")),
    ),
    max_size=8,
)


def act(store: Store, other: Store, actions) -> None:
    for action, step, text in actions:
        match action:
            case "draft":
                store.save_draft(step, text)
            case "reset":
                store.reset(step)
            case "attempt":
                store.record(Attempt(step, "run", code=text, verdict="fail"))
            case "visit":
                store.visit(step, 1.0)
            case "place":
                store.remember(Place(*step.split("/")))
            case "review":
                store.review(Review(f"exercise:{step}", step, "good", answer=text))
            case "merge":
                merged(store, other)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_ACTIONS, _ACTIONS, _ACTIONS)
def test_the_order_and_number_of_merges_do_not_matter(first, second, third):
    with contextlib.ExitStack() as machines:
        stores = [machines.enter_context(Store.memory()) for _ in range(3)]
        for store, actions in zip(stores, (first, second, third), strict=True):
            act(store, stores[0], actions)
        results = []
        for order in itertools.permutations(stores):
            fresh = machines.enter_context(Store.memory())
            merged(fresh, *order)
            once = content(fresh)
            merged(fresh, *order)
            assert content(fresh) == once
            results.append(once)
        assert all(result == results[0] for result in results)
        codes = {attempt.code for store in stores for attempt in store.attempts()}
        assert {attempt.code for attempt in results[0]["attempts"]} == codes


@settings(max_examples=15, deadline=None)
@given(_ACTIONS, _ACTIONS)
def test_after_exchanging_both_machines_hold_the_same(first, second):
    with Store.memory() as one, Store.memory() as two:
        act(one, two, first)
        act(two, one, second)
        merged(one, two)
        merged(two, one)
        assert content(one) == content(two)
        assert one.draft("a/b") == two.draft("a/b")
        assert one.resume() == two.resume()


# --- the file --------------------------------------------------------------------------------


def test_the_file_is_the_documented_json(store, tmp_path):
    store.save_draft(STEP, "code")
    store.record(Attempt(STEP, "check", verdict="pass", seed=2**70, details={"needed": "1"}))
    store.visit(STEP)
    store.remember(Place("grad", "slope"))
    store.review(Review("card:x", STEP, "good"))
    target = tmp_path / "work.json"
    store.export(target)
    data = json.loads(target.read_text("utf-8"))
    assert (data["format"], data["version"]) == ("jax-tutor-work", 2)
    assert data["attempts"][0]["seed"] == 2**70
    documented = (Path(__file__).parents[2] / "docs" / "store.md").read_text("utf-8")
    for part in ("attempts", "revisions", "visits", "places", "reviews"):
        assert f"`{part}`" in documented
        for name in data[part][0]:
            assert f"`{name}`" in documented, (part, name)
    assert [entry.name for entry in tmp_path.glob("*work*")] == ["work.json"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "not an export"),
        (b"{}", "not an export"),
        (b"[1, 2]", "not an export"),
        (b'{"format": "else", "version": 1}', "not an export"),
        (b"\xff\xfe\x00", "not an export"),
        (b"[" * 100_000, "not an export"),
        (b'{"format": "jax-tutor-work", "version": 3}', "newer"),
        (b'{"format": "jax-tutor-work", "version": 1}', "altered"),
    ],
)
def test_something_else_is_refused_and_changes_nothing(store, tmp_path, text, words):
    store.record(Attempt(STEP, "run"))
    before = content(store)
    (tmp_path / "x.json").write_bytes(text)
    with pytest.raises(NotAnExport, match=words):
        store.import_(tmp_path / "x.json")
    assert content(store) == before


@pytest.mark.parametrize(
    "change",
    [
        {"stamp": -1},
        {"stamp": 2**63 - 1},
        {"time": "yesterday"},
        {"verdict": "perfect"},
        {"id": ""},
        {"kind": 5},
        {"extra": 1},
        {"duration": "long"},
        {"details": {"a": 1}},
    ],
)
def test_one_wrong_record_among_good_ones_refuses_all(store, tmp_path, change):
    store.record(Attempt(STEP, "run"))
    store.record(Attempt(STEP, "run"))
    target = tmp_path / "work.json"
    store.export(target)
    data = json.loads(target.read_text())
    data["attempts"][1].update(change)
    target.write_text(json.dumps(data))
    with Store.memory() as other:
        with pytest.raises(NotAnExport, match="altered"):
            other.import_(target)
        assert other.attempts() == []


def test_an_export_from_before_there_were_reviews_is_read(store, new_store, tmp_path):
    store.record(Attempt(STEP, "run", code="old"))
    target = tmp_path / "work.json"
    store.export(target)
    data = json.loads(target.read_text("utf-8"))
    del data["reviews"]
    target.write_text(json.dumps({**data, "version": 1}))
    other = new_store("two")
    assert other.import_(target).reviews == 0
    assert [attempt.code for attempt in other.attempts()] == ["old"]


def test_a_review_with_an_unknown_grade_is_refused(store, tmp_path):
    with pytest.raises(ValueError, match="perfect"):
        store.review(Review("card:x", STEP, "perfect"))
    store.review(Review("card:x", STEP, "good"))
    target = tmp_path / "work.json"
    store.export(target)
    target.write_text(target.read_text("utf-8").replace('"good"', '"perfect"'))
    with Store.memory() as other, pytest.raises(NotAnExport, match="altered"):
        other.import_(target)


def test_a_missing_file_is_said(store, tmp_path):
    with pytest.raises(NotAnExport, match="Cannot read"):
        store.import_(tmp_path / "none.json")


def test_an_export_into_no_folder_is_said(store, tmp_path):
    with pytest.raises(StoreUnavailable, match="Cannot write"):
        store.export(tmp_path / "none" / "work.json")
