"""Attempts are only ever added; states and places follow from what was done."""

from dataclasses import replace

import pytest

from tutor.study import Attempt, Place, StepState, Store
from tutor.study.progress import is_done, summary

STEP = "grad/wrt-weights"
FULL = Attempt(
    step=STEP,
    kind="check",
    code="def dloss(x, w): ...",
    verdict="fail",
    feedback="wrong-argument",
    cause="grad-argnums",
    line=3,
    guess="prints 1",
    hints=2,
    seed=2**70,
    digest="0123456789ab",
    status="ok",
    output="1.0\n",
    language="zh-CN",
    duration=0.25,
    versions={"jax": "0.10.2"},
    details={"observed": "float32[6,3]"},
    slot="first",
)


def test_an_attempt_comes_back_as_it_was(store):
    stored = store.record(FULL)
    assert store.attempts() == [stored]
    assert replace(stored, id="", installation="", sequence=0, time="", session="") == FULL
    assert stored.time == "2026-03-01T12:00:02.000+00:00"
    assert stored.id and stored.installation and stored.session


def test_attempts_are_numbered_within_the_installation(path):
    numbers, ids = [], set()
    for _ in range(2):
        with Store.open(path) as store:
            stored = [store.record(Attempt(STEP, "run")) for _ in range(2)]
        numbers += [attempt.sequence for attempt in stored]
        ids |= {attempt.installation for attempt in stored}
    assert numbers == [1, 2, 3, 4]
    assert len(ids) == 1


def test_attempts_are_found_by_step_kind_and_number(store):
    for kind in ("run", "check", "run"):
        store.record(Attempt(STEP, kind))
    store.record(Attempt("jit/horner", "timing"))
    store.for_course("other").record(Attempt(STEP, "run"))
    assert [a.kind for a in store.attempts(STEP)] == ["run", "check", "run"]
    assert [a.kind for a in store.attempts(kind="timing")] == ["timing"]
    assert [a.kind for a in store.attempts(limit=2)] == ["run", "timing"]
    assert store.attempts("jit/none") == []


def test_hints_are_counted_by_the_store(store):
    assert store.record(Attempt(STEP, "run")).hints == 0
    store.record(Attempt(STEP, "hint"))
    store.record(Attempt(STEP, "hint"))
    assert store.record(Attempt(STEP, "check", verdict="fail")).hints == 2
    assert store.hints(STEP) == 2


def test_long_output_is_cut_and_wild_text_is_kept(store):
    stored = store.record(Attempt(STEP, "run", output="x" * 200_000, guess="\udfff"))
    assert len(stored.output) == 65536
    assert store.attempts()[0].guess == "?"


@pytest.mark.parametrize("wrong", [{"kind": "dance"}, {"verdict": "maybe"}])
def test_words_that_nobody_knows_are_refused(store, wrong):
    with pytest.raises(ValueError, match="there are"):
        store.record(replace(FULL, **wrong))
    assert store.attempts() == []


# --- states ----------------------------------------------------------------------------------


def test_states_go_from_new_over_seen_and_tried_to_passed(store):
    assert store.states() == {}
    store.visit(STEP)
    assert store.states()[STEP].state == "seen"
    store.record(Attempt(STEP, "check", verdict="fail"))
    assert store.states()[STEP].state == "tried"
    store.record(Attempt(STEP, "check", verdict="pass"))
    store.record(Attempt(STEP, "check", verdict="fail"))
    state = store.states()[STEP]
    assert (state.state, state.attempts) == ("passed", 3)
    assert state.first < state.passed < state.last


def test_a_shown_solution_and_hints_are_recorded_and_pass_nothing(store):
    store.record(Attempt(STEP, "hint"))
    store.record(Attempt(STEP, "solution-shown"))
    state = store.states()[STEP]
    assert (state.state, state.hints, state.solution_shown) == ("seen", 1, True)
    assert not is_done("exercise", state)


def test_time_on_a_page_adds_up(store):
    store.visit(STEP, seconds=2.5)
    store.visit(STEP, seconds=4)
    store.visit(STEP, seconds=-3)
    assert store.states()[STEP].seconds == 6.5


@pytest.mark.parametrize(
    ("kind", "state", "done"),
    [
        ("read", "new", False),
        ("read", "seen", True),
        ("run", "seen", False),
        ("run", "tried", True),
        ("compare", "passed", True),
        ("exercise", "tried", False),
        ("quiz", "passed", True),
        ("fix", "seen", False),
    ],
)
def test_a_step_is_done_by_its_kind(kind, state, done):
    assert is_done(kind, StepState(state)) is done


def test_the_summary_speaks_of_every_step_of_the_course(store):
    from tutor.course import outline
    from tutor.paths import builtin_course_dir

    course = outline(builtin_course_dir(), "en")
    step = course.lessons[0].steps[0]
    store.record(Attempt(f"arrays/{step.id}", "run", verdict="pass"))
    lessons = summary(course, store.states())
    assert [lesson.lesson for lesson in lessons] == [lesson.id for lesson in course.lessons]
    assert lessons[0].done == 1
    assert lessons[0].started and not lessons[0].complete
    assert not lessons[1].started


# --- place -----------------------------------------------------------------------------------


def test_the_place_is_remembered_across_sessions(path):
    place = Place("grad", "slope", scroll=7, cursor=(3, 12), language="zh-CN", slot="first")
    with Store.open(path) as store:
        assert store.resume() is None
        store.remember(Place("arrays", "alias"))
        store.remember(place)
    with Store.open(path) as store:
        assert store.resume() == place
        assert store.for_course("other").resume() is None


def test_a_store_in_memory_does_everything_and_keeps_nothing():
    with Store.memory() as store:
        store.save_draft(STEP, "x")
        store.record(FULL)
        store.remember(Place("grad", "slope"))
        assert store.path is None
        assert store.draft(STEP) == "x"
    with Store.memory() as store:
        assert store.draft(STEP) is None
