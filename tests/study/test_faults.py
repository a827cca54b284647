"""What can go wrong with a file: killed programs, full disks, damage, other versions."""

import contextlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tutor import locale
from tutor.errors import StoreError, StoreTooNew, StoreUnavailable
from tutor.study import Attempt, Review, Store, opening, schema

STEP = "grad/slope"
DATA = Path(__file__).parent / "data"


def run(code: str, *args: str, **options) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", code, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


# --- killed ----------------------------------------------------------------------------------

_WRITER = """
import sys
from pathlib import Path
from tutor.study import Attempt, Store
store = Store.open(Path(sys.argv[1]))
for number in range(10**6):
    store.save_draft("grad/slope", f"draft {number}")
    store.record(Attempt("grad/slope", "run", code=f"draft {number}"))
    print(number, flush=True)
"""


@pytest.mark.parametrize("after", [3, 40])
def test_a_killed_program_loses_nothing_that_it_had_saved(path, after):
    process = run(_WRITER, str(path))
    for line in process.stdout:
        if int(line) >= after:
            break
    process.send_signal(signal.SIGKILL)
    rest = process.communicate()[0]
    last = int(rest.split()[-1]) if rest.split() else after
    with Store.open(path) as store:
        assert store.notice is None
        saved = [attempt.code for attempt in store.attempts()]
        assert saved[: last + 1] == [f"draft {number}" for number in range(last + 1)]
        assert int(store.draft(STEP).split()[1]) >= last


# --- two programs ----------------------------------------------------------------------------

_SIDE = """
import sys
from pathlib import Path
from tutor.study import Attempt, Store
store = Store.open(Path(sys.argv[1]))
for number in range(60):
    store.record(Attempt("grad/slope", "run", code=f"{sys.argv[2]} {number}"))
    store.save_draft("jit/" + sys.argv[2], f"{number}")
"""


def test_two_programs_write_at_once_and_both_are_kept(path):
    processes = [run(_SIDE, str(path), name) for name in ("one", "two", "three")]
    for process in processes:
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
    with Store.open(path) as store:
        codes = [attempt.code for attempt in store.attempts()]
        assert len(codes) == len(set(codes)) == 180
        assert {a.sequence for a in store.attempts()} <= set(range(1, 400))
        assert len({(a.installation, a.sequence) for a in store.attempts()}) == 180
        assert store.draft("jit/one") == store.draft("jit/two") == "59"


def test_programs_that_start_at_once_make_one_store(path):
    code = "import sys; from pathlib import Path; from tutor.study import Attempt, Store\n"
    code += "s = Store.open(Path(sys.argv[1])); print(s.record(Attempt('a/b', 'run')).installation)"
    processes = [run(code, str(path)) for _ in range(4)]
    installations = {process.communicate(timeout=60)[0] for process in processes}
    assert len(installations) == 1


def test_two_windows_on_one_step_keep_both_texts(path):
    with Store.open(path) as one, Store.open(path) as two:
        one.save_draft(STEP, "window one")
        two.save_draft(STEP, "window two")
        one.save_draft(STEP, "window one again")
        codes = [revision.code for revision in one.revisions(STEP)]
    assert codes == ["window one", "window two", "window one again"]


def test_threads_of_one_program_share_a_store(store):
    def work(name: str) -> None:
        for number in range(20):
            store.record(Attempt(STEP, "run", code=f"{name} {number}"))

    threads = [threading.Thread(target=work, args=(str(index),)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({attempt.code for attempt in store.attempts()}) == 80


def test_a_store_that_is_held_for_long_is_said(path, monkeypatch):
    monkeypatch.setattr("tutor.study.opening.BUSY_SECONDS", 0.2)
    with Store.open(path) as store:
        other = sqlite3.connect(path)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        with pytest.raises(StoreUnavailable, match="Another program"):
            store.save_draft(STEP, "x")
        assert time.monotonic() - began < 5
        other.execute("ROLLBACK")
        other.close()
        store.save_draft(STEP, "x")
        assert store.draft(STEP) == "x"


# --- full and unwritable ---------------------------------------------------------------------

_FILL = """
import json, resource, sys
from pathlib import Path
from tutor.errors import StoreUnavailable
from tutor.study import Attempt, Store
path = Path(sys.argv[1])
store = Store.open(path)
store.save_draft("grad/slope", "kept")
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
said = done = 0
for number in range(400):
    try:
        store.record(Attempt("grad/slope", "run", code=f"{number} " + "x" * 4000))
        done += 1
    except StoreUnavailable as error:
        said += 1
        message = str(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 300_000))
try:
    store.export(path.parent / "work.json")
    exported = True
except StoreUnavailable:
    exported = False
print(json.dumps([done, said, message, store.draft("grad/slope"), exported]))
"""


def test_a_full_disk_is_said_and_what_was_there_stays(path):
    path.parent.mkdir(parents=True)
    (path.parent / "work.json").write_text("an older export")
    process = run(_FILL, str(path))
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    done, said, message, draft, exported = json.loads(output)
    assert said > 0 and done > 0
    assert "cannot be kept" in message and "JAX_TUTOR_HOME" in message
    assert draft == "kept"
    assert not exported
    assert (path.parent / "work.json").read_text() == "an older export"
    assert list(path.parent.glob(".work*")) == []
    with Store.open(path) as store:
        assert store.notice is None
        assert len(store.attempts()) == done
        store.record(Attempt(STEP, "run"))


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 256 KB, where mounting is allowed."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
    if (
        os.geteuid()
        or shutil.which("mount") is None
        or subprocess.run(mount, check=False).returncode
    ):
        pytest.skip("mounting needs root")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_without_room_lets_the_app_go_on_in_memory(small_disk):
    (small_disk / "filler").write_bytes(b"")
    with contextlib.suppress(OSError), (small_disk / "filler").open("wb", buffering=0) as file:
        while True:
            file.write(b"\0" * 4096)
    with pytest.raises(StoreUnavailable, match="Make room"):
        Store.open(small_disk / "data" / "progress.sqlite")
    with Store.memory() as store:
        store.save_draft(STEP, "x")
        assert store.draft(STEP) == "x"


@pytest.mark.parametrize("what", ["parent is a file", "store is a folder"])
def test_a_place_that_cannot_hold_a_file_is_said(tmp_path, what):
    path = tmp_path / "data" / "progress.sqlite"
    if what == "store is a folder":
        path.mkdir(parents=True)
    else:
        path.parent.write_text("")
    with pytest.raises(StoreUnavailable, match="set JAX_TUTOR_HOME to another folder"):
        Store.open(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_said(path):
    path.parent.mkdir(parents=True, mode=0o500)
    with pytest.raises(StoreUnavailable, match="Permission denied"):
        Store.open(path)


# --- damaged ---------------------------------------------------------------------------------


def damage(path: Path, how: str) -> None:
    data = path.read_bytes()
    if how == "text":
        path.write_text("this is no database, but somebody's notes" * 100)
    elif how == "zeros":
        path.write_bytes(bytes(len(data)))
    elif how == "cut":
        path.write_bytes(data[: len(data) // 2 + 100])
    elif how == "page":
        path.write_bytes(data[:8192] + os.urandom(4096) + data[12288:])
    elif how == "header":
        path.write_bytes(data[:100] + b"\xff" * 400 + data[500:])


@pytest.mark.parametrize("how", ["text", "zeros", "cut", "page", "header"])
def test_a_damaged_store_is_kept_aside_and_a_new_one_started(path, how):
    with Store.open(path) as store:
        for number in range(30):
            store.record(Attempt(STEP, "run", code=f"{number}" * 300))
    damage(path, how)
    broken = path.read_bytes()
    with Store.open(path) as store:
        assert store.notice is not None
        aside = store.notice.path
        assert str(aside) in store.notice.message
        assert aside.read_bytes() == broken
        assert aside.name.startswith("progress.damaged-")
        store.save_draft(STEP, "goes on")
    with Store.open(path) as store:
        assert store.notice is None
        assert store.draft(STEP) == "goes on"


def test_two_damaged_stores_in_one_second_are_both_kept(path):
    kept = set()
    for text in ("one", "two"):
        Store.open(path).close()
        path.write_text(text * 1000)
        with Store.open(path) as store:
            kept.add(store.notice.path)
    assert {aside.read_text()[:3] for aside in kept} == {"one", "two"}


def test_the_notice_is_in_the_language_that_speaks(path):
    path.parent.mkdir(parents=True)
    path.write_text("x" * 1000)
    locale.set_language("zh-CN")
    with Store.open(path) as store:
        assert store.notice.message.startswith("保存学习记录的文件已损坏")


def test_an_empty_file_is_a_new_store(path):
    path.parent.mkdir(parents=True)
    path.touch()
    with Store.open(path) as store:
        assert store.notice is None
        store.save_draft(STEP, "x")


# --- versions --------------------------------------------------------------------------------


def everything(path: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in path.parent.iterdir()}


def test_a_newer_store_is_refused_and_not_touched(path):
    Store.open(path).close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("PRAGMA journal_mode = DELETE")
    before = everything(path)
    with pytest.raises(StoreTooNew, match="newer jax-tutor"):
        Store.open(path)
    assert everything(path) == before


@pytest.mark.parametrize("frozen", sorted(DATA.glob("store-v*.sqlite")), ids=lambda p: p.stem)
def test_every_old_store_opens_with_all_that_it_holds(path, frozen):
    path.parent.mkdir(parents=True)
    shutil.copy(frozen, path)
    expected = json.loads(frozen.with_suffix(".json").read_text("utf-8"))
    with Store.open(path, course="jax") as store:
        assert store.notice is None
        assert store.draft("grad/wrt-weights") == expected["draft"]
        assert [attempt.code for attempt in store.attempts()] == expected["codes"]
        assert {name: state.state for name, state in store.states().items()} == expected["states"]
        place = store.resume()
        assert [place.lesson, place.step, place.scroll] == expected["place"]
        reviews = [[review.item, review.grade] for review in store.reviews()]
        assert reviews == expected.get("reviews", [])
        store.record(Attempt(STEP, "run"))
        store.review(Review("card:grad-returns", STEP, "good"))


def test_there_is_a_frozen_store_of_every_version():
    versions = {int(path.stem.removeprefix("store-v")) for path in DATA.glob("store-v*.sqlite")}
    assert versions == set(range(1, len(schema.MIGRATIONS) + 1))


def test_a_migration_keeps_a_copy_of_what_was_before(path, monkeypatch):
    with Store.open(path) as store:
        store.save_draft(STEP, "old")
    number = len(schema.MIGRATIONS) + 1
    added = [*schema.MIGRATIONS, ("ALTER TABLE visits ADD COLUMN mood TEXT NOT NULL DEFAULT ''",)]
    monkeypatch.setattr(schema, "MIGRATIONS", added)
    with Store.open(path) as store:
        assert store.draft(STEP) == "old"
    copy = path.with_name(f"progress.before-v{number}.sqlite")
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        assert schema.version(connection) == number - 1
        assert connection.execute("SELECT code FROM revisions").fetchone() == ("old",)


def test_a_migration_that_fails_changes_nothing(path, monkeypatch):
    with Store.open(path) as store:
        store.save_draft(STEP, "old")
    wrong = [*schema.MIGRATIONS, ("CREATE TABLE fresh (x)", "ALTER TABLE none ADD COLUMN x")]
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", wrong)
        with pytest.raises(StoreError):
            Store.open(path)
    with Store.open(path) as store:
        assert store.notice is None
        assert store.draft(STEP) == "old"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert (
            connection.execute("SELECT name FROM sqlite_master WHERE name = 'fresh'").fetchall()
            == []
        )


# --- file systems ----------------------------------------------------------------------------

_MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / /home rw - nfs4 server:/home rw,vers=4.2
31 22 0:41 / /home/local rw - xfs /dev/sdb rw
32 22 0:42 / /mnt/with\\040space rw - fuse.sshfs box: rw
33 22 0:43 / /homework rw - tmpfs tmpfs rw
"""


@pytest.mark.parametrize(
    ("path", "shared"),
    [
        ("/var/lib/progress.sqlite", False),
        ("/home/ada/progress.sqlite", True),
        ("/home/local/ada/progress.sqlite", False),
        ("/mnt/with space/progress.sqlite", True),
        ("/homework/progress.sqlite", False),
    ],
)
def test_shared_file_systems_are_recognised(path, shared):
    assert opening.on_network(Path(path), _MOUNTS) is shared


def test_what_cannot_be_told_counts_as_shared():
    assert opening.on_network(Path("/home/x"), "") is True


@pytest.mark.parametrize(("shared", "mode"), [(True, "truncate"), (False, "wal")])
def test_the_journal_fits_the_file_system(path, monkeypatch, shared, mode):
    for first in (not shared, shared):  # a store that moved changes its journal
        monkeypatch.setattr(opening, "on_network", lambda _path, first=first: first)
        with Store.open(path) as store:
            store.save_draft(STEP, str(first))
    with Store.open(path) as store, store._database.read() as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == mode
        assert store.draft(STEP) == str(shared)


def test_only_the_owner_may_read_the_store(path):
    Store.open(path).close()
    assert path.parent.stat().st_mode & 0o077 == 0
