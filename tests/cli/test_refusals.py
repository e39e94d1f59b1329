"""Every command that takes a move answers an illegal one with the rule that forbids it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
GROWING = str(ROOT / "examples/growing-a-bloc.json")
POSITION = " ".join(Path(GROWING).read_text(encoding="utf-8").split())
RULE = "flag:a1 is not legal: a1 is not next to one of p4's flags"
NO_OFFER = "p3 cannot give what it does not hold: it has only 8 ore"
RECORD = (ROOT / "examples/short-game.record").read_text(encoding="utf-8")
BAD_RECORD = RECORD.replace(" 90 p3 build:farm@d4/0", " 90 p3 build:farm@a1/0")
QUERY = json.dumps({"id": 1, "position": json.loads(POSITION), "moves": ["flag:a1"]})
SEARCHMOVES = json.dumps({"id": 1, "position": json.loads(POSITION), "searchmoves": ["flag:a1"]})

CASES = [
    (["apply", GROWING, "flag:a1"], "", RULE),
    (["analyse", GROWING, "--try", "flag:a1"], "", RULE),
    (["barter", str(ROOT / "examples/barter.json"), "--offer", "barter:p1:ore9>capital1"], "", NO_OFFER),
    (["validate", "-"], BAD_RECORD, "a1 has no flag of p3"),
    (["replay", "-"], BAD_RECORD, "a1 has no flag of p3"),
    (["review", "-", "--nodes", "5"], BAD_RECORD, "a1 has no flag of p3"),
]
CONVERSATIONS = [
    (["engine"], f"position json {POSITION} moves flag:a1\nquit\n"),
    (["engine"], f"position json {POSITION}\ngo nodes 5 searchmoves flag:a1\nquit\n"),
    (["serve", "--stdio", "--workers", "1"], f"{QUERY}\n"),
    (["serve", "--stdio", "--workers", "1"], f"{SEARCHMOVES}\n"),
]


@pytest.mark.parametrize(("args", "stdin", "rule"), CASES, ids=[case[0][0] for case in CASES])
def test_the_rule_is_given(run: Run, args: list[str], stdin: str, rule: str) -> None:
    result = run(*args, stdin=stdin)
    assert result.exit_code == 1
    assert rule in result.output


@pytest.mark.parametrize(("args", "said"), CONVERSATIONS, ids=["moves", "searchmoves", "query", "query-searchmoves"])
def test_the_rule_is_given_to_programs(args: list[str], said: str) -> None:
    command = [sys.executable, "-m", "wonai.cli", *args]
    result = subprocess.run(command, input=said, capture_output=True, text=True, timeout=60, check=False)
    assert RULE in result.stdout


def test_the_record_was_spoilt() -> None:
    assert BAD_RECORD != RECORD
