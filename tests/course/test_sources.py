"""Files of a course may be anything; what is not a text of the course is refused in words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tutor.course.sources import MAX_BYTES, read_source
from tutor.errors import CourseError


def refused(path: Path, root: Path) -> CourseError:
    with pytest.raises(CourseError) as caught:
        read_source(path, root)
    return caught.value


def test_bad_utf8_names_the_line_and_the_byte(tmp_path: Path) -> None:
    file = tmp_path / "en.md"
    file.write_bytes("第一行\n".encode() + b"gr\xfc\xdfe\n")
    error = refused(file, tmp_path)
    assert (error.line, "0xfc" in error.message) == (2, True)


def test_a_file_of_5_mb_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "en.md"
    file.write_bytes(b"x" * (5 << 20))
    error = refused(file, tmp_path)
    assert str(5 << 20) in error.message and str(MAX_BYTES) in error.message


def test_a_link_out_of_the_course_is_refused(tmp_path: Path) -> None:
    course = tmp_path / "course"
    course.mkdir()
    (tmp_path / "secret.md").write_text("secret")
    (course / "en.md").symlink_to(tmp_path / "secret.md")
    assert "link out of the course" in refused(course / "en.md", course).message


def test_a_link_inside_the_course_is_followed(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("hello")
    (tmp_path / "b.md").symlink_to(tmp_path / "a.md")
    assert read_source(tmp_path / "b.md", tmp_path) == "hello"


def test_a_missing_file_a_folder_a_pipe_and_a_loop_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert "no such file" in refused(tmp_path / "none", tmp_path).message
    assert "not a file" in refused(tmp_path, tmp_path).message
    assert "not a file" in refused(tmp_path / "pipe", tmp_path).message
    assert refused(tmp_path / "loop", tmp_path).message


def test_escape_sequences_are_refused_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "en.md"
    file.write_text("one\ntwo \x1b[2J\n")
    error = refused(file, tmp_path)
    assert (error.line, "U+001B" in error.message) == (2, True)


def test_line_ends_and_byte_order_mark_are_folded(tmp_path: Path) -> None:
    file = tmp_path / "en.md"
    file.write_bytes(b"\xef\xbb\xbfa\r\nb\r\n")
    assert read_source(file, tmp_path) == "a\nb\n"
