"""What the tutorial says is true: its reasons, its pictures, its refusal; and every example has its note."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import wonai
from tests.cli.conftest import Run, run  # noqa: F401  (a fixture)
from wonai.analysis.change import changed
from wonai.games.won.reasons import reasons

ROOT = Path(__file__).parents[2]
TUTORIAL = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
BLOCKS = [
    (section.split("examples/")[1].split(".json")[0], block)
    for section in TUTORIAL.split("\n## ")[1:4]
    for block in re.findall(r"```\n(Why .*?)```", section, re.DOTALL)
]


@pytest.mark.parametrize(("name", "block"), BLOCKS)
def test_quoted_reasons(name: str, block: str) -> None:
    head, *bullets = block.strip("\n").split("\n")
    move, *how = head.removeprefix("Why ").split(" ", 1)
    position = wonai.load(ROOT / f"examples/{name}.json")
    settings = [word.removeprefix("with ") for word in how if word.startswith("with ")]
    instead = next((word.removeprefix("instead of ") for word in how if word.startswith("instead of ")), None)
    if settings:
        position = changed(position, settings)
    assert isinstance(position, wonai.Position)
    told = reasons(position, move, instead)
    assert bullets
    for bullet in bullets:
        assert bullet.removeprefix("  - ") in told


def test_there_are_blocks() -> None:
    assert len(BLOCKS) >= 6
    assert {name for name, _ in BLOCKS} == {"growing-a-bloc", "automation", "last-round"}


def test_pictures_are_those_of_the_tool() -> None:
    for name, move in re.findall(r"pictures/([a-z-]+)\.svg\)[^#]*?```\nWhy (\S+)", TUTORIAL, re.DOTALL):
        state = wonai.load(ROOT / f"examples/{name}.json")
        path = ROOT / f"docs/pictures/{name}.svg"
        drawn = state.to_svg("build:mine@i5/0" if name == "last-round" else move).rstrip("\n")
        if "UPDATE_SNAPSHOTS" in os.environ:
            path.write_text(drawn + "\n", encoding="utf-8")
        assert path.read_text(encoding="utf-8").rstrip("\n") == drawn


def test_the_refusal(run: Run) -> None:  # noqa: F811
    result = run("analyse", str(ROOT / "examples/growing-a-bloc.json"), "--try", "flag:a1")
    assert result.stderr.strip() in TUTORIAL


def test_every_example_has_a_note() -> None:
    notes = (ROOT / "examples/README.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "examples").iterdir()):
        assert path.name == "README.md" or f"`{path.name}`" in notes
