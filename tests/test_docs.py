"""The pages tell the truth: their Python runs, their commands answer as shown, their links lead somewhere.

Everything runs in a temporary directory with a copy of `examples/`. In a `console` block a line `$ wonai ...` is run,
and the lines below it, if there are any, are what it must print; a line `...` stands for any lines.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import wonai
from tests.test_rulings import RULINGS, cases_of, named_tests

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), ROOT / "bench" / "README.md"]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[\w-]*)?\)")
ONE_LINER = re.compile(r"`[^`]*&& \.venv/bin/(wonai [^`&]+)`")
PATH_IN_TEXT = re.compile(r"(?<!writes )`((?:wonai|tests|bench|docs|examples)/[\w./-]+\.\w+)")
SECONDS = 120


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path, *languages: str) -> list[str]:
    """The blocks of a page that are in one of these languages."""
    return [text for language, text in BLOCK.findall(page.read_text(encoding="utf-8")) if language in languages]


def pages_with(*languages: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, *languages)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a reader stands who follows a page."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


@pytest.mark.parametrize("page", pages_with("python"), ids=name_of)
def test_python_runs(page: Path, folder: Path) -> None:
    """The blocks of a page one after the other, as a reader would type them."""
    script = "\n".join(blocks(page, "python"))
    result = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning", "-c", script],
        cwd=folder, env=environment(), capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("page", pages_with("console"), ids=name_of)
def test_commands_answer_as_shown(page: Path, folder: Path) -> None:
    for line, expected in (shown for block in blocks(page, "console") for shown in sessions(block)):
        printed, status = run(line, folder)
        assert (status != 0) is any(text.startswith("Error:") for text in expected), f"$ {line}\n{printed}"
        if expected:
            pattern = "".join(r"(?s:.*?)" if text == "..." else re.escape(text) + r"\n" for text in expected)
            assert re.fullmatch(pattern, printed), f"$ {line}\n{printed}"


def sessions(block: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a block with the lines that follow it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, *expected = part.splitlines()
        yield line, expected


def run(line: str, folder: Path) -> tuple[str, int]:
    """What a command prints, errors and all, and its exit status."""
    result = subprocess.run(
        ["bash", "-c", line], cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    return result.stdout, result.returncode


def environment() -> dict[str, str]:
    """With this `wonai` as the first on the path, and as the package that is imported."""
    scripts = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": scripts, "PYTHONPATH": str(ROOT)}


def test_the_first_command_of_the_readme_works(folder: Path) -> None:
    (line,) = ONE_LINER.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    printed, status = run(line, folder)
    assert status == 0, printed


def test_the_picture_of_the_readme_is_what_the_tool_draws() -> None:
    """Drawn anew with `wonai show examples/midgame.json --svg docs/pictures/midgame.svg`."""
    drawn = wonai.Position.load(ROOT / "examples" / "midgame.json").to_svg()
    assert (ROOT / "docs" / "pictures" / "midgame.svg").read_text(encoding="utf-8").rstrip("\n") == drawn.rstrip("\n")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_and_paths_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [link for link in LINK.findall(text) if ":" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []
    if "Written by `python -m" not in text:
        assert [path for path in PATH_IN_TEXT.findall(text) if not (ROOT / path).exists()] == []


def test_every_page_is_linked_from_the_readme() -> None:
    linked = {*LINK.findall((ROOT / "README.md").read_text(encoding="utf-8")), "README.md", "bench/README.md"}
    assert [name_of(page) for page in PAGES if name_of(page) not in linked] == []


def test_the_rules_notes_name_every_ruling_with_its_tests() -> None:
    text = (ROOT / "docs" / "rules-notes.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z]\d+) \| .* \| (.*) \|$", text, re.MULTILINE)
    assert [ruling for ruling, _ in rows] == RULINGS
    for ruling, shown_by in rows:
        assert re.findall(r"`([^`]+)`", shown_by) == cases_of(ruling) + named_tests(ruling), ruling
