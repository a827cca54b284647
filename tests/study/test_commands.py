"""progress, reset, export and import from the command line."""

import json

import pytest
from click.testing import CliRunner

from tutor.cli import cli
from tutor.study import Attempt, Store


@pytest.fixture
def call():
    def run(*arguments: str):
        return CliRunner().invoke(cli, list(arguments))

    return run


def work() -> None:
    with Store.open() as store:
        store.save_draft("grad/wrt-weights", "mine")
        store.save_draft("grad/slope", "mine too")
        store.record(Attempt("grad/wrt-weights", "check", verdict="pass"))


def test_progress_of_a_new_learner_lists_the_course(call):
    result = call("progress")
    assert result.exit_code == 0
    assert "Gradients are functions" in result.output


def test_progress_counts_what_is_done(call):
    work()
    result = call("progress", "--json")
    data = json.loads(result.output)
    grad = next(lesson for lesson in data["lessons"] if lesson["lesson"] == "grad")
    assert (data["course"], grad["done"]) == ("jax", 1)
    step = next(step for step in grad["steps"] if step["step"] == "grad/wrt-weights")
    assert (step["state"], step["done"], step["attempts"]) == ("passed", True, 1)
    assert "1 of" in call("progress").output
    assert "1/" in call("progress", "--lang", "zh-CN").output


def test_progress_names_the_steps_that_were_passed_and_those_only_tried(call):
    work()
    with Store.open() as store:
        store.record(Attempt("grad/slope", "run"))
    rows = [line.split() for line in call("progress", "--lang", "en").output.splitlines()]
    assert ["tried", "grad/slope"] in [row[:2] for row in rows]
    assert ["passed", "grad/wrt-weights"] in [row[:2] for row in rows]
    assert "通过" in call("progress", "--lang", "zh-CN").output


def test_reset_of_a_step_and_back(call):
    work()
    assert "grad/wrt-weights" in call("reset", "grad/wrt-weights").output
    with Store.open() as store:
        assert store.draft("grad/wrt-weights") is None
        assert store.draft("grad/slope") == "mine too"
    assert call("reset", "grad/wrt-weights", "--undo").exit_code == 0
    with Store.open() as store:
        assert store.draft("grad/wrt-weights") == "mine"


def test_reset_of_a_lesson_resets_its_steps(call):
    work()
    result = call("reset", "grad")
    assert "grad/slope, grad/wrt-weights" in result.output
    with Store.open() as store:
        assert store.draft("grad/slope") is None
    assert "is at its starter" in call("reset", "grad").output


def test_reset_of_something_unknown_names_the_nearest(call):
    result = call("reset", "grad/slopes")
    assert result.exit_code == 2
    assert "grad/slope" in result.output


def test_export_and_import_move_the_work(call, tmp_path, monkeypatch):
    work()
    assert call("export", str(tmp_path / "work.json")).exit_code == 0
    monkeypatch.setenv("JAX_TUTOR_HOME", str(tmp_path / "other"))
    result = call("import", str(tmp_path / "work.json"))
    assert (result.exit_code, "New attempts: 1, new drafts: 2" in result.output) == (0, True)
    with Store.open() as store:
        assert store.draft("grad/wrt-weights") == "mine"


def test_import_of_something_else_ends_with_1(call, tmp_path):
    (tmp_path / "x.json").write_text("{}")
    result = call("import", str(tmp_path / "x.json"))
    assert result.exit_code == 1
    assert "Nothing was changed" in result.output


def test_a_damaged_store_is_told_on_the_error_stream(call):
    with Store.open() as store:
        path = store.path
    path.write_text("x" * 5000)
    result = call("progress")
    assert result.exit_code == 0
    assert "was damaged" in result.stderr
