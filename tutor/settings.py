"""Settings: one declaration feeds the command line's flags, config.toml and the settings screen.

Weakest first: the defaults here, the site's files, the user's config.toml, flags (`override`).
"""

from __future__ import annotations

import dataclasses
import difflib
import os
import re
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tutor import events, paths
from tutor.errors import SettingsError
from tutor.locale import mark, translator

_ = translator("settings")

THEMES = (
    "auto", "textual-dark", "textual-light", "ansi-dark", "ansi-light", "nord", "gruvbox",
    "dracula", "tokyo-night", "monokai", "catppuccin-mocha", "catppuccin-latte", "solarized-dark",
    "solarized-light", "rose-pine", "rose-pine-dawn", "atom-one-dark", "atom-one-light",
)  # fmt: skip

Kind = Literal["choice", "text", "number", "integer", "words", "table"]
Group = Literal["display", "limits", "running", "keys"]


@dataclass(frozen=True)
class Option:
    """One setting. `title` and `help` are in the language that speaks."""

    key: str
    kind: Kind
    """words: a list of strings. table: names, each with a string."""
    group: Group
    title_id: str
    help_id: str
    choices: tuple[str, ...] = ()
    low: float = 0
    high: float = 0
    unit: str = ""
    flag: str = ""
    """Of the command line, or "" when it has none."""

    @property
    def default(self) -> Any:
        return getattr(Settings(), self.key)

    @property
    def title(self) -> str:
        return _(self.title_id)

    @property
    def help(self) -> str:
        return _(self.help_id)

    @property
    def allowed(self) -> str:
        """What a value may be, in words."""
        if self.kind == "choice":
            return _("one of {values}").format(values=", ".join(self.choices))
        if self.kind == "integer":
            return _("a whole number from {low} to {high}").format(low=self.low, high=self.high)
        if self.kind == "number":
            return _("a number from {low} to {high}").format(low=self.low, high=self.high)
        if self.kind == "words":
            return _("a list of strings")
        if self.kind == "table":
            return _("a table of names, each with a string")
        return _("a string")


@dataclass(frozen=True)
class Settings:
    """Every setting with its value. Sizes and times have the unit that `schema` names."""

    language: str = "auto"
    theme: str = "auto"
    unicode: str = "auto"
    wall: float = 20.0
    cpu: float = 60.0
    memory_mb: int = 2048
    output_kb: int = 1024
    threads: int = 512
    scratch_mb: int = 64
    files: int = 2000
    devices: int = 1
    slots: int = 0
    prefix: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    silenced: tuple[str, ...] = ()
    editor: str = ""
    keymap: Mapping[str, str] = field(default_factory=dict)


_SCHEMA = (
    Option("language", "choice", "display", mark("Language"),
           mark("Of the course and the interface; auto follows the terminal's locale."),
           choices=("auto", "en", "zh-CN"), flag="--lang"),
    Option("theme", "choice", "display", mark("Theme"),
           mark("Colours; ansi-dark and ansi-light use the terminal's own."), choices=THEMES),
    Option("unicode", "choice", "display", mark("Unicode drawing"),
           mark("Braille curves and line drawing; no draws in plain ASCII."),
           choices=("auto", "yes", "no")),
    Option("wall", "number", "limits", mark("Time of a Run"),
           mark("How long one Run may take."),
           low=1, high=86400, unit="s", flag="--time-limit"),
    Option("cpu", "number", "limits", mark("Processor time of a Run"),
           mark("All threads together."), low=1, high=864000, unit="s"),
    Option("memory_mb", "integer", "limits", mark("Memory of a Run"),
           mark("All processes of one Run together."),
           low=256, high=1 << 20, unit="MB", flag="--memory-limit"),
    Option("output_kb", "integer", "limits", mark("Text of a Run"),
           mark("How much a Run may print; its beginning is kept."),
           low=1, high=1 << 16, unit="KB"),
    Option("threads", "integer", "limits", mark("Threads of a Run"),
           mark("Threads and processes of one Run together."), low=64, high=1 << 15),
    Option("scratch_mb", "integer", "limits", mark("Scratch space of a Run"),
           mark("What a Run may write to files, which go away after it."),
           low=1, high=1 << 16, unit="MB"),
    Option("files", "integer", "limits", mark("Scratch files of a Run"),
           mark("How many files and folders a Run may make."), low=16, high=1 << 20),
    Option("devices", "integer", "running", mark("Devices"),
           mark("How many CPU devices a Run sees, where the lesson does not say."),
           low=1, high=64, flag="--devices"),
    Option("slots", "integer", "running", mark("Runs at once"),
           mark("On this machine, of all users together; 0 goes by its cores and memory."),
           low=0, high=4096),
    Option("prefix", "words", "running", mark("Command prefix"),
           mark('Put before the command that runs code, such as ["srun", "--mem=4G"].')),
    Option("require", "words", "running", mark("Required protections"),
           mark("Nothing runs when one of these is missing; the doctor command lists them.")),
    Option("silenced", "words", "running", mark("Silenced notices"),
           mark("Causes of silent trouble that you do not want to hear of, such as key-reuse; "
                "all silences every one.")),
    Option("editor", "text", "running", mark("Editor"),
           mark("For line mode; empty takes $VISUAL or $EDITOR.")),
    Option("keymap", "table", "keys", mark("Keys"),
           mark('Names of actions, each with its key, such as run = "f5".')),
)  # fmt: skip
_BY_KEY = {option.key: option for option in _SCHEMA}

_TABLE = "runner"
_IN_TABLE = ("prefix", "require", "devices", "slots")
"""Settings that may also stand in a table of this name: `[runner]`."""

_UNITS = {"memory_mb": ("memory", 1 << 20), "output_kb": ("output", 1 << 10),
          "scratch_mb": ("scratch", 1 << 20)}  # fmt: skip
_PLAIN_LIMITS = ("wall", "cpu", "threads", "files")


def schema() -> tuple[Option, ...]:
    """Every option, in the order in which a settings screen shows them."""
    return _SCHEMA


def load() -> Settings:
    """The settings of this user. Raises SettingsError."""
    values: dict[str, Any] = {}
    for path in (*paths.site_config_files(), paths.config_file()):
        found = _read(path)
        keys = {**values.get("keymap", {}), **found.get("keymap", {})}
        values.update(found)
        if keys:
            values["keymap"] = keys
    return Settings(**values)


def override(settings: Settings, **changes: Any) -> Settings:
    """`settings` with `changes`, checked as in the file; None changes nothing."""
    wanted = {key: value for key, value in changes.items() if value is not None}
    return dataclasses.replace(settings, **_checked(wanted, None, ""))


def save(**changes: Any) -> Settings:
    """Write `changes` to the user's config.toml and return all settings.

    None takes a key out again. Comments and order in the file stay; it is replaced in one
    go, so that it is never half written. Raises SettingsError.
    """
    import tomlkit

    path = paths.config_file()
    text = _text(path) or ""
    _parsed(path, text)
    document = tomlkit.parse(text)
    kept = {key: value for key, value in changes.items() if value is not None}
    checked = _checked(kept, None, "")
    for key in changes:
        if key not in _BY_KEY:
            raise _unknown(key, None, "")
        table = document.get(_TABLE, {})
        place = table if key in _IN_TABLE and key in table else document
        if key in checked:
            value = checked[key]
            place[key] = list(value) if isinstance(value, tuple) else value
        else:
            place.pop(key, None)
    try:
        _replace(path, tomlkit.dumps(document))
    except OSError as error:
        raise SettingsError(
            _("Cannot write {path}: {reason}. The settings hold until you leave.").format(
                path=path, reason=error.strerror or error
            ),
            path,
        ) from error
    return load()


def limits(settings: Settings, **overrides: Any) -> events.Limits:
    """Limits of one Run; `overrides` are settings by key (`wall=5.0`, `memory_mb=512`)."""
    chosen = override(settings, **overrides)
    values: dict[str, Any] = {name: getattr(chosen, name) for name in _PLAIN_LIMITS}
    for key, (name, unit) in _UNITS.items():
        values[name] = getattr(chosen, key) * unit
    return events.Limits(**values)


# --- reading ---------------------------------------------------------------------------------


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except NotADirectoryError:
        return None
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise SettingsError(
            _("{place}: this is not UTF-8 text.").format(place=f"{path}:{line}"), path, line
        ) from error
    except OSError as error:
        raise SettingsError(
            _("Cannot read {path}: {reason}.").format(path=path, reason=error.strerror or error),
            path,
        ) from error


def _parsed(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise SettingsError(
            _("{place}: this is not TOML: {reason}.").format(place=f"{path}:{line}", reason=error),
            path,
            line,
        ) from error


def _read(path: Path) -> dict[str, Any]:
    text = _text(path)
    return {} if text is None else _checked(_parsed(path, text), path, text)


def _checked(values: Mapping[str, Any], path: Path | None, text: str) -> dict[str, Any]:
    checked: dict[str, Any] = {}
    for key, value in values.items():
        option = _BY_KEY.get(key)
        if key == _TABLE and isinstance(value, Mapping):
            for inner in value:
                if inner not in _IN_TABLE:
                    raise _unknown(inner, path, text)
            checked.update(_checked(value, path, text))
            continue
        if option is None:
            raise _unknown(key, path, text)
        try:
            checked[key] = _value(option, value)
        except ValueError:
            line = _line(key, text)
            raise SettingsError(
                _("{place}{key} = {value} does not work: it must be {allowed}.").format(
                    place=_place(path, line), key=key, value=_shown(value), allowed=option.allowed
                ),
                path,
                line,
                key,
            ) from None
    return checked


def _unknown(key: str, path: Path | None, text: str) -> SettingsError:
    line = _line(key, text)
    near = difflib.get_close_matches(key, _BY_KEY, n=1, cutoff=0.5)
    message = _("{place}there is no setting {key}.").format(place=_place(path, line), key=key)
    if near:
        message += " " + _("Did you mean {name}?").format(name=near[0])
    else:
        message += " " + _("There are: {names}.").format(names=", ".join(_BY_KEY))
    return SettingsError(message, path, line, key)


def _value(option: Option, value: Any) -> Any:
    """`value` as the option holds it; ValueError when it is not allowed."""
    match option.kind:
        case "choice":
            fits = value in option.choices if isinstance(value, str) else False
        case "text":
            fits = isinstance(value, str)
        case "integer":
            fits = type(value) is int and option.low <= value <= option.high
        case "number":
            fits = type(value) in (int, float) and option.low <= value <= option.high
            value = float(value) if fits else value
        case "words":
            fits = isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)
            value = tuple(value) if fits else value
        case "table":
            fits = isinstance(value, Mapping) and all(isinstance(v, str) for v in value.values())
            value = {str(name): str(v) for name, v in value.items()} if fits else value
    if not fits:
        raise ValueError(option.key)
    return value


def _line(key: str, text: str) -> int:
    pattern = re.compile(rf"^\s*\[?[\"']?{re.escape(key)}[\"']?\s*[=\].]")
    for number, line in enumerate(text.splitlines(), 1):
        if pattern.match(line):
            return number
    return 0


def _place(path: Path | None, line: int) -> str:
    if path is None:
        return ""
    return f"{path}:{line}: " if line else f"{path}: "


def _shown(value: Any) -> str:
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


# --- writing ---------------------------------------------------------------------------------


def _replace(path: Path, text: str) -> None:
    """Replace the file in one go; through a link the file that it points at is replaced."""
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o600
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".config-", suffix=".toml")
    fresh = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.chmod(mode)
        fresh.replace(target)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
