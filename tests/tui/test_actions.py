"""The registry of keys."""

from __future__ import annotations

import re

import pytest

from tutor.tui import actions
from tutor.tui.actions import ACTIONS, Where
from tutor.tui.app import TutorApp
from tutor.tui.screens.home import HomeScreen
from tutor.tui.screens.lesson import LessonScreen
from tutor.tui.screens.placement import PlacementScreen
from tutor.tui.screens.playground import PlaygroundScreen
from tutor.tui.screens.review import ReviewScreen

PLACES: dict[Where, type] = {
    "home": HomeScreen,
    "lesson": LessonScreen,
    "playground": PlaygroundScreen,
    "review": ReviewScreen,
    "placement": PlacementScreen,
    "everywhere": TutorApp,
}


def test_function_keys_are_never_the_only_way() -> None:
    for action in ACTIONS:
        keys = [key for part in (action.keys, action.plain) for key in part.split(",") if key]
        assert any(not re.fullmatch(r"f\d+", key) for key in keys), action.id


def test_prefixes_of_multiplexers_and_flow_control_stay_free() -> None:
    taken = {key for action in ACTIONS for key in action.keys.split(",")}
    assert not taken & {"ctrl+a", "ctrl+b", "ctrl+s", "ctrl+o"}


def test_no_key_is_alt_with_punctuation() -> None:
    """Terminals send Escape and the sign, which is read as the sign alone."""
    keys = [key for action in ACTIONS for key in action.keys.split(",")]
    assert not [key for key in keys if key.startswith("alt+") and not key[4:].isalnum()]


@pytest.mark.parametrize("place", ["home", "lesson", "playground", "review", "placement"])
def test_a_key_does_one_thing_in_a_place(place: Where) -> None:
    """A place's own plain key goes before one that works everywhere."""
    own: dict[str, str] = {}
    for action in actions.at(place):
        plain = action.plain if place in (action.plain_at or action.where) else ""
        for key in [*action.keys.split(","), *plain.split(",")]:
            assert not key or own.setdefault(key, action.id) == action.id
    names = {key: a.id for a in actions.at(place) for key in actions.keys_of(a, {}, place)}
    told = [key for a in actions.at(place) for key in actions.keys_of(a, {}, place)]
    assert len(names) == len(told)


def test_every_action_has_a_method_where_it_works() -> None:
    for action in ACTIONS:
        name = f"action_{action.action.partition('(')[0]}"
        for place in action.where:
            assert hasattr(PLACES[place], name), (action.id, place)


def test_every_action_is_described() -> None:
    for action in ACTIONS:
        assert action.label
        assert action.help


@pytest.mark.parametrize(
    ("key", "name"),
    [("f5", "F5"), ("ctrl+r", "ctrl+r"), ("question_mark", "?"), ("alt+n", "alt+n")],
)
def test_keys_are_named_as_people_name_them(key: str, name: str) -> None:
    assert actions.shown(key) == name


def test_a_users_keymap_replaces_keys_and_unknown_names_are_reported() -> None:
    chosen = {"run": "f9", "nonsense": "f10"}
    assert actions.keymap(chosen) == {"run": "f9"}
    assert actions.keys_of(actions.BY_ID["run"], chosen, "lesson") == ["F9"]
    assert list(actions.unknown(chosen)) == ["nonsense"]
