"""Where files lie. The only module that decides it."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import PlatformDirs

_dirs = PlatformDirs("jax-tutor", appauthor=False)


def _below(override: str, default: str) -> Path:
    root = os.environ.get("JAX_TUTOR_HOME")
    return Path(root) / override if root else Path(default)


def data_dir() -> Path:
    """Progress. `JAX_TUTOR_HOME` moves all four folders below one."""
    return _below("data", _dirs.user_data_dir)


def config_dir() -> Path:
    return _below("config", _dirs.user_config_dir)


def cache_dir() -> Path:
    return _below("cache", _dirs.user_cache_dir)


def state_dir() -> Path:
    return _below("state", _dirs.user_state_dir)


def store_file() -> Path:
    return data_dir() / "progress.sqlite"


def config_file() -> Path:
    return config_dir() / "config.toml"


def site_config_files() -> tuple[Path, ...]:
    """Defaults for a whole machine or class, weakest first."""
    override = os.environ.get("JAX_TUTOR_SITE_CONFIG")
    if override:
        return (Path(override),)
    return tuple(
        Path(part) / "config.toml" for part in reversed(_dirs.site_config_dir.split(os.pathsep))
    )


def compilation_cache_dir() -> Path:
    """JAX's persistent cache that learners' workers may write."""
    return cache_dir() / "compilation"


def checking_cache_dir() -> Path:
    """JAX's persistent cache of checking workers. No learner's worker can write here."""
    return cache_dir() / "compilation-checks"


def scratch_root() -> Path:
    """Parent of the scratch folders of Runs."""
    return cache_dir() / "scratch"


def slots_folder() -> Path | None:
    """Where hosts tell each other what runs, when it is not where all users of the machine do."""
    chosen = os.environ.get("JAX_TUTOR_SLOTS_DIR")
    return Path(chosen) if chosen else None


def pictures_dir() -> Path:
    """Where saved curves and timings go: where the program was started, else beside progress."""
    here = Path.cwd()
    if os.access(here, os.W_OK) and here != Path(here.anchor):
        return here
    folder = data_dir() / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def log_file() -> Path:
    return state_dir() / "jax-tutor.log"


def package_dir() -> Path:
    return Path(__file__).resolve().parent


def builtin_course_dir() -> Path:
    """`lessons/` in a wheel (`tutor/_lessons`) or beside the package in a checkout."""
    packed = package_dir() / "_lessons"
    return packed if packed.is_dir() else package_dir().parent / "lessons"
