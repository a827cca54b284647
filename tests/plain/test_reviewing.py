"""Review, placement and glossary in line mode, at a dumb terminal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.plain.conftest import Learner
from tutor.study import Attempt, Store, placement

COURSE = Path(__file__).parents[1] / "tui" / "asking"
OPEN = ("--course", str(COURSE))
ANSWER = "def double(x):\n    return x + x\n"


def store_of(learner: Learner) -> Store:
    return Store.open(learner.home / "data" / "progress.sqlite", course="asking")


def learned(learner: Learner) -> None:
    """Everything of the first lesson was met, with two misses, twenty days ago."""
    now = datetime.now(UTC) - timedelta(days=20)
    path = learner.home / "data" / "progress.sqlite"
    wrong = {"question": "1", "correct": "no"}
    with Store.open(path, course="asking", clock=lambda: now) as store:
        store.visit("first/ask")
        store.record(Attempt("first/ask", "quiz", verdict="fail", details=wrong))
        store.record(Attempt("first/guess", "predict", verdict="fail", details=wrong))
        store.record(Attempt("first/double", "check", code=ANSWER, verdict="pass"))


def test_a_sitting_with_one_of_each_kind(learner: Learner) -> None:
    learned(learner)
    learner.start("review", *OPEN)
    learner.says("1 of 4, about 5 minutes. What comes back: Guess first.")
    learner.types("zzz")
    learner.says("There is no command 'zzz' here.")
    learner.types("2", "r")
    learner.says("Your guess was right: Six.")
    learner.says("good: ")
    learner.says("What is 1 + 1?")
    learner.types("1")
    learner.says("Count again.")
    learner.says("again: 1 day")
    learner.types("2")
    learner.says("Indeed.")
    learner.says("What is 2 + 1?")
    assert learner.child is not None
    learner.says("q ends: ")
    learner.child.sendline("")
    learner.says("Three.")
    learner.says("4 easy: 8 days: ")
    learner.child.sendline("9")
    learner.says("Type a number from 1 to 4.")
    learner.says("4 easy: 8 days: ")
    learner.child.sendline("4")
    learner.says("Return twice `x`.")
    learner.says("def double(x):")
    learner.types("w")
    learner.says("return x + x")
    learner.types("i", "2", "    return x + x", ".", "w", "c")
    learner.says("Right.")
    learner.says("again: ")
    learner.says("again: 2   good: 1   easy: 1")
    learner.says("Next: tomorrow, 1 due.")
    assert learner.ends() == 0
    with store_of(learner) as store:
        assert {review.item: review.grade for review in store.reviews()} == {
            "predict:first/guess:1": "good",
            "quiz:first/ask:1": "again",
            "exercise:first/double": "again",
            "card:sum": "easy",
        }
        assert store.draft("first/double") is None
        assert store.draft("first/double", "review") is None
        assert len(store.answers()) == 3


def test_leaving_keeps_what_was_not_answered(learner: Learner) -> None:
    learned(learner)
    learner.start("review", "--minutes", "20", *OPEN)
    learner.types("n", "q")
    learner.says("What was not answered is still due.")
    assert learner.ends() == 0
    learner.start(*OPEN)
    learner.says("4 due today, about 5 minutes. Type review.")
    learner.types("review", "q", "q")
    assert learner.ends() == 0
    with store_of(learner) as store:
        assert store.reviews() == []


def test_a_run_without_a_guess_is_no_answer(learner: Learner) -> None:
    learned(learner)
    learner.start("review", *OPEN, "--lang", "zh-CN")
    learner.says("1/4，约 5 分钟。会再问的内容：先猜。")
    learner.types("r")
    learner.says("忘了：1 天")
    learner.says("1 + 1 是多少？")
    learner.types("q")
    assert learner.ends() == 0
    with store_of(learner) as store:
        assert [(r.item, r.grade) for r in store.reviews()] == [("predict:first/guess:1", "again")]


def test_nothing_due_says_so(learner: Learner) -> None:
    learner.start("review", *OPEN, "--lang", "zh-CN")
    learner.says("今天没有到期的内容。")
    assert learner.ends() == 0


def test_a_placement_leads_to_its_lesson(learner: Learner) -> None:
    learner.start(*OPEN)
    learner.says("You know some JAX already? Type placement")
    learner.types("placement")
    learner.says("At most 2 questions, about 2 minutes.")
    learner.types("zzz")
    learner.says("Type the number of a choice, n or q.")
    learner.types("2")
    learner.says("Your guess was right: Six.")
    learner.says("What is 2 + 2?")
    learner.types("2")
    learner.says("Count again.")
    learner.says("Start with 2 More.")
    learner.says("Marked as known: 1 What comes back.")
    learner.says("y or n: ")
    assert learner.child is not None
    learner.child.sendline("y")
    learner.says("More, step 1 of 1: Nothing to do")
    learner.types("q")
    assert learner.ends() == 0
    with store_of(learner) as store:
        assert placement.latest(store, {}) == placement.Result("second", ("first",), ())
        assert store.answers() == []


def test_words_are_looked_up(learner: Learner) -> None:
    learner.start("open", "first/ask", *OPEN)
    learner.types("g")
    assert learner.child is not None
    for word, answer in (("total", "What comes out when one adds."), ("zz", "Nothing has these")):
        learner.says("goes back: ")
        learner.child.sendline(word)
        learner.says(answer)
    learner.says("goes back: ")
    learner.child.sendline("")
    learner.types("q")
    assert learner.ends() == 0
