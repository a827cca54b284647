"""Where to start, from right and wrong answers."""

import pytest

from tutor.study import placement
from tutor.study.placement import Placing, Result

ORDER = ("arrays", "grad", "jit", "linreg", "vmap", "keys")
ASKED = ("arrays", "grad", "jit", "vmap")


def placed(*answers: bool | None) -> Result:
    placing = Placing(ASKED)
    for answer in answers:
        assert not placing.over
        placing.answer(answer)
    assert placing.over
    return placing.result(ORDER)


@pytest.mark.parametrize(
    ("answers", "result"),
    [
        ((True,) * 4, Result("keys", ("arrays", "grad", "jit", "linreg", "vmap"), ())),
        ((False, False), Result("arrays", (), ())),
        ((True, False, False), Result("grad", ("arrays",), ())),
        ((True, False, True, True), Result("keys", ("arrays", "jit", "linreg", "vmap"), ("grad",))),
        ((True, True, True, False), Result("vmap", ("arrays", "grad", "jit", "linreg"), ())),
        ((False, True, False, False), Result("jit", ("grad",), ("arrays",))),
        ((None,) * 4, Result("arrays", (), ())),
        ((True, None, False, False), Result("jit", ("arrays", "grad"), ())),
    ],
)
def test_it_starts_where_it_gets_new(answers, result):
    assert placed(*answers) == result


def test_it_ends_after_two_misses_in_a_row():
    placing = Placing(ASKED)
    for answer in (False, True, False):
        placing.answer(answer)
    assert not placing.over
    placing.answer(False)
    assert placing.over


def test_the_last_result_counts_and_survives_an_exchange(new_store, tmp_path):
    one, two = new_store("one"), new_store("two")
    assert placement.latest(one, {}) is None
    one.record(placement.answered("arrays", "x", True))
    assert placement.latest(one, {}) is None
    one.record(placement.found(Result("grad", ("arrays",), ())))
    one.record(placement.found(Result("vmap", ("arrays", "jit"), ("grad",))))
    one.export(tmp_path / "work.json")
    two.import_(tmp_path / "work.json")
    assert placement.latest(two, {}) == Result("vmap", ("arrays", "jit"), ("grad",))


def test_renamed_lessons_are_followed(store):
    store.record(placement.found(Result("old", ("older",), ())))
    assert placement.latest(store, {"old": "new", "older": "newer"}) == Result(
        "new", ("newer",), ()
    )


def test_a_placement_is_no_evidence_about_lessons(store):
    store.record(placement.answered("arrays", "x", False))
    assert store.answers() == []
