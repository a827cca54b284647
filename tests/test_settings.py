"""One schema for flags, config.toml and the settings screen."""

import dataclasses
import os
import stat
from pathlib import Path

import pytest

from tutor import events, locale, paths, settings
from tutor.errors import SettingsError


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("JAX_TUTOR_HOME", str(tmp_path))
    monkeypatch.setenv("JAX_TUTOR_SITE_CONFIG", str(tmp_path / "site.toml"))
    locale.set_language("en")
    return tmp_path


def write(text: str) -> Path:
    path = paths.config_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


# --- the schema ------------------------------------------------------------------------------


def test_the_schema_declares_exactly_the_fields():
    declared = [option.key for option in settings.schema()]
    assert sorted(declared) == sorted(f.name for f in dataclasses.fields(settings.Settings))


def test_defaults_are_allowed_values():
    everything = dataclasses.asdict(settings.Settings())
    assert settings.override(settings.Settings(), **everything) == settings.Settings()


def test_limits_of_the_defaults_are_those_of_the_vocabulary():
    assert settings.limits(settings.Settings()) == events.Limits()


def test_options_speak_the_language_of_the_moment():
    wall = next(option for option in settings.schema() if option.key == "wall")
    english = wall.title, wall.help, wall.allowed
    locale.set_language("zh-CN")
    assert wall.title == "运行时间"
    assert not set(english) & {wall.title, wall.help, wall.allowed}


def test_every_theme_that_can_be_chosen_exists():
    from textual.theme import BUILTIN_THEMES

    assert set(settings.THEMES) - {"auto"} <= set(BUILTIN_THEMES)


def test_what_runs_code_may_stand_in_a_table_of_its_own():
    write('wall = 5\n[runner]\nrequire = ["files"]\nprefix = ["nice"]\n')
    loaded = settings.load()
    assert (loaded.require, loaded.prefix, loaded.wall) == (("files",), ("nice",), 5.0)
    settings.save(prefix=("env",), wall=6.0)
    assert "[runner]" in paths.config_file().read_text("utf-8")
    assert (settings.load().prefix, settings.load().wall) == (("env",), 6.0)
    settings.save(require=None)
    assert settings.load().require == ()


def test_a_table_takes_only_its_own_settings():
    write("[runner]\nwall = 5\n")
    with pytest.raises(SettingsError, match="wall"):
        settings.load()
    write("[runner]\nrequire = 5\n")
    with pytest.raises(SettingsError, match="a list of strings") as caught:
        settings.load()
    assert caught.value.line == 2


# --- reading ---------------------------------------------------------------------------------


def test_without_files_the_defaults_hold():
    assert settings.load() == settings.Settings()


def test_the_user_s_file_is_stronger_than_the_site_s(home):
    (home / "site.toml").write_text('wall = 5\ntheme = "nord"\n[keymap]\nrun = "f5"\nhint = "f2"\n')
    write('wall = 7.5\n[keymap]\nrun = "ctrl+r"\n')
    found = settings.load()
    assert (found.wall, found.theme) == (7.5, "nord")
    assert found.keymap == {"run": "ctrl+r", "hint": "f2"}


def test_lists_are_lists_of_strings():
    write('prefix = ["srun", "--mem=4G"]\n')
    assert settings.load().prefix == ("srun", "--mem=4G")


@pytest.mark.parametrize(
    ("text", "line", "key", "words"),
    [
        ("wall = 0\n", 1, "wall", "a number from 1 to 86400"),
        ('# mine\nwall = "long"\n', 2, "wall", "a number from 1"),
        ("wall = nan\n", 1, "wall", "a number"),
        ("wall = true\n", 1, "wall", "a number"),
        ("threads = 64.0\n", 1, "threads", "a whole number"),
        ('language = "fr"\n', 1, "language", "one of auto, en, zh-CN"),
        ("language = ['en']\n", 1, "language", "one of auto"),
        ("\n\nprefix = 'srun'\n", 3, "prefix", "a list of strings"),
        ("prefix = [1]\n", 1, "prefix", "a list of strings"),
        ("keymap = 'x'\n", 1, "keymap", "a table"),
        ("[keymap]\nrun = 5\n", 1, "keymap", "a table"),
        ("editor = 1\n", 1, "editor", "a string"),
        ("walll = 3\n", 1, "walll", "Did you mean wall?"),
        ("zzz = 3\n", 1, "zzz", "There are: language, theme"),
        ("wall = \n", 1, "", "not TOML"),
        ("a = 1\na = 2\n", 2, "", "not TOML"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, line, key, words):
    path = write(text)
    with pytest.raises(SettingsError) as caught:
        settings.load()
    error = caught.value
    assert (error.path, error.line, error.key) == (path, line, key)
    assert str(error).startswith(f"{path}:{line}: ")
    assert words in str(error)
    assert error.exit_code == 2


def test_a_file_that_is_not_text_is_said():
    path = write("")
    path.write_bytes(b"wall = 5\n\xff\xfe\n")
    with pytest.raises(SettingsError, match=r"config\.toml:2: this is not UTF-8"):
        settings.load()


def test_a_folder_in_place_of_the_file_is_said():
    paths.config_file().mkdir(parents=True)
    with pytest.raises(SettingsError, match="Cannot read"):
        settings.load()


def test_messages_are_in_the_language_that_speaks():
    write("wall = 0\n")
    locale.set_language("zh-CN")
    with pytest.raises(SettingsError, match="应当是1 到 86400 之间的数"):
        settings.load()


# --- flags -----------------------------------------------------------------------------------


def test_flags_are_checked_like_the_file():
    changed = settings.override(settings.Settings(), wall=3, memory_mb=None)
    assert changed == settings.Settings(wall=3.0)
    with pytest.raises(SettingsError) as caught:
        settings.override(changed, wall=-1)
    assert (caught.value.path, caught.value.key) == (None, "wall")


def test_limits_take_the_units_of_the_settings():
    found = settings.limits(settings.Settings(), wall=2, memory_mb=512, output_kb=1, scratch_mb=2)
    assert (found.wall, found.memory, found.output, found.scratch) == (2, 512 << 20, 1024, 2 << 20)


# --- writing ---------------------------------------------------------------------------------


def test_saving_keeps_comments_order_and_other_keys():
    path = write('# mine\nwall = 5  # short\n\n[keymap]\nrun = "f5"\n')
    assert settings.save(wall=9.0, theme="nord").wall == 9.0
    text = path.read_text("utf-8")
    assert "# mine" in text and "# short" in text
    assert settings.load() == settings.Settings(wall=9.0, theme="nord", keymap={"run": "f5"})


def test_none_takes_a_key_out_again():
    settings.save(wall=9.0, prefix=["ssh", "gpu"])
    assert settings.save(wall=None, editor=None).wall == settings.Settings().wall
    assert settings.load().prefix == ("ssh", "gpu")


def test_a_new_file_is_for_its_owner_only_and_an_old_one_keeps_its_mode():
    settings.save(wall=9.0)
    path = paths.config_file()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    settings.save(wall=8.0)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert [entry.name for entry in path.parent.iterdir()] == ["config.toml"]


def test_a_linked_file_stays_a_link(home):
    target = home / "dotfiles.toml"
    target.write_text("wall = 3\n")
    paths.config_dir().mkdir(parents=True)
    paths.config_file().symlink_to(target)
    settings.save(wall=4.0)
    assert paths.config_file().is_symlink()
    assert "4.0" in target.read_text()


@pytest.mark.parametrize("change", [{"wall": 0}, {"nonsense": 1}, {"nonsense": None}])
def test_a_wrong_change_writes_nothing(change):
    path = write("wall = 5\n")
    with pytest.raises(SettingsError):
        settings.save(**change)
    assert path.read_text() == "wall = 5\n"


def test_a_broken_file_is_not_written_over():
    path = write("wall = \n")
    with pytest.raises(SettingsError, match="not TOML"):
        settings.save(theme="nord")
    assert path.read_text() == "wall = \n"


def test_a_folder_that_cannot_be_written_is_said(home):
    (home / "config").write_text("a file where the folder should be")
    with pytest.raises(SettingsError, match="Cannot write"):
        settings.save(wall=4.0)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_said():
    paths.config_dir().mkdir(parents=True)
    paths.config_dir().chmod(0o500)
    with pytest.raises(SettingsError, match="Cannot write"):
        settings.save(wall=4.0)
