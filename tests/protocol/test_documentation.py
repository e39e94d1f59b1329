"""The pages on the protocol tell the truth: tables against code, and programs that run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wonai.protocol.commands import CODES, HELP, MAX_MOVETIME, MAX_NODES, MAX_ROUNDS, MAX_SEARCHMOVES
from wonai.protocol.engine_loop import MAX_LINE
from wonai.protocol.options import OPTIONS, Combo, Spin

DOCS = Path(__file__).parents[2] / "docs"
PROTOCOL = (DOCS / "protocol.md").read_text(encoding="utf-8")


def rows_of(page: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its head."""
    section = page.split(f"\n{heading}\n", 1)[1]
    table = re.search(r"(?m)(?:^\|.*\n)+", section)
    assert table is not None
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table[0].splitlines()]
    return rows[2:]


def test_every_code_is_listed() -> None:
    assert {row[0].strip("`"): row[1] for row in rows_of(PROTOCOL, "## Errors")} == CODES


def test_every_option_is_listed() -> None:
    rows = rows_of(PROTOCOL, "## Options")
    assert [row[0] for row in rows] == [f"`{option.name}`" for option in OPTIONS]
    for (_, kind, default, bounds, _), option in zip(rows, OPTIONS, strict=True):
        words = option.describe().split()
        assert kind == words[1]
        assert default.strip("`") == words[3]
        if isinstance(option, Spin):
            assert bounds == f"{option.least} to {option.most}"
        if isinstance(option, Combo):
            assert bounds == ", ".join(f"`{word}`" for word in option.words)


def test_the_limits_are_those_of_the_code() -> None:
    bounds = {row[0].strip("`").split()[0]: row[2] for row in rows_of(PROTOCOL, "### go")}
    assert bounds["movetime"] == f"1 to {MAX_MOVETIME:,}"
    assert bounds["nodes"] == f"1 to {MAX_NODES:,}"
    assert bounds["rounds"] == f"1 to {MAX_ROUNDS:,}"
    assert bounds["searchmoves"] == f"1 to {MAX_SEARCHMOVES:,} moves"
    assert f"{MAX_LINE // 2**20} MiB" in PROTOCOL


def test_every_command_has_help() -> None:
    for row in rows_of(PROTOCOL, "## What the GUI says"):
        for word in re.findall(r"`(\w+)", row[0]):
            assert re.search(rf"\b{word}\b", HELP), word


@pytest.mark.parametrize("page", ["protocol", "client"])
def test_programs_run(page: str) -> None:
    programs = re.findall(r"(?ms)^```python\n(.*?)^```$", (DOCS / f"{page}.md").read_text(encoding="utf-8"))
    assert programs
    for program in programs:
        real = program.replace('["wonai", "engine"]', json.dumps([sys.executable, "-m", "wonai.cli", "engine"]))
        subprocess.run([sys.executable, "-c", real], check=True, timeout=600, capture_output=True)


def test_the_examples_of_the_service_run() -> None:
    """Each `>` line of the page, sent to a service; the lines below it are answers that it gave, in their shape."""
    page = (DOCS / "service.md").read_text(encoding="utf-8")
    for block in re.findall(r"(?ms)^```jsonl\n(.*?)^```$", page):
        said = [line[2:] for line in block.splitlines() if line.startswith("> ")]
        expected = [line[2:] for line in block.splitlines() if line.startswith("< ")]
        answer = subprocess.run(
            [sys.executable, "-m", "wonai.cli", "serve", "--stdio", "--workers", "1"],
            input="\n".join(said).encode(),
            capture_output=True,
            check=True,
            timeout=60,
        ).stdout.decode()
        shapes = [re.compile(".*".join(re.escape(part) for part in line.split("…"))) for line in expected]
        unseen = [shape.pattern for shape in shapes if not any(map(shape.fullmatch, answer.splitlines()))]
        assert not unseen, answer
