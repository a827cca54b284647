"""The look at a program that ended well: after `finished`, unheard, and only where it is wanted."""

from __future__ import annotations

from tests.runner.lab import Lab, Told
from tutor.events import Done, Finished, Metric, Notice, Output

REUSE = (
    "import jax\n"
    "from tutor.kit import log\n"
    "key = jax.random.key(0)\n"
    "print('drawn', jax.random.normal(key))\n"
    "log(1, x=float(jax.random.uniform(key)))\n"
)


def causes(told: Told) -> list[tuple[str, int]]:
    return [(event.evidence.silent, event.evidence.line) for event in told.of(Notice)]


def test_a_notice_comes_between_finished_and_done(lab: Lab) -> None:
    told = lab.run(REUSE)
    assert causes(told) == [("key-reuse", 5)]
    kinds = [type(event) for event in told.events]
    assert kinds.index(Finished) < kinds.index(Notice)
    assert kinds[-1] is Done and told.done.status == "ok"


def test_the_second_run_is_heard_by_nobody(lab: Lab) -> None:
    told = lab.run(REUSE)
    assert told.text.count("drawn") == 1
    assert len(told.of(Metric)) == 1
    finished = next(at for at, event in enumerate(told.events) if isinstance(event, Finished))
    assert not any(isinstance(event, Output | Metric) for event in told.events[finished:])


def test_what_is_silenced_is_not_told(lab: Lab) -> None:
    assert causes(lab.run(REUSE, silenced=("key-reuse",))) == []
    assert causes(lab.run(REUSE, silenced=("all",))) == []
    assert causes(lab.run(REUSE, silenced=("nan-result",))) == [("key-reuse", 5)]


def test_a_program_that_raised_or_left_by_itself_is_not_looked_at(lab: Lab) -> None:
    assert causes(lab.run(REUSE + "1 / 0\n")) == []
    assert causes(lab.run(REUSE + "raise SystemExit(3)\n")) == []


def test_a_program_that_left_files_is_not_run_again(lab: Lab) -> None:
    assert causes(lab.run("open('a.txt', 'w').write('x')\n" + REUSE)) == []


def test_what_is_certain_needs_no_second_run(lab: Lab) -> None:
    source = (
        "import jax.numpy as jnp\nopen('a.txt', 'w').close()\nx = jnp.zeros(3)\nx.at[0].set(1)\n"
    )
    assert causes(lab.run(source)) == [("immutable-array", 4)]


def test_the_look_ends_in_time(lab: Lab) -> None:
    # The second run would go on for ever: what stops it is the time.
    source = (
        "import os, jax\n"
        "if 'AGAIN' in os.environ:\n"
        "    while True: pass\n"
        "os.environ['AGAIN'] = '1'\n"
    )
    told = lab.run(source + REUSE)
    assert told.done.status == "ok"


def test_a_program_cannot_send_more_than_a_few_notices(lab: Lab) -> None:
    body = "".join(f"x.at[{i % 3}].set({i})\n" for i in range(60))
    told = lab.run("import jax.numpy as jnp\nx = jnp.zeros(3)\n" + body)
    assert 1 <= len(told.of(Notice)) <= 20
