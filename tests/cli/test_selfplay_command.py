"""`wonai selfplay`: tables, JSON, records, refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from wonai.record import read_file

QUICK = ("--rule", "round_limit=1", "--rule", "trade_actions_per_seat=2")


def test_the_table(run: Run) -> None:
    result = run("selfplay", "--bots", "uct@nodes=4,random", "--games", "3", *QUICK)
    assert result.exit_code == 0, result.output
    head, *rows = result.stdout.splitlines()
    assert head.split("  ")[0] == "bot"
    assert {row.split()[0] for row in rows} == {"uct@nodes=4", "random"}
    assert [row.split()[1:3] for row in rows if row.startswith("random")] == [["2", "3"]]
    assert len(result.stderr.splitlines()) == 3, "piped, progress is a line a game"


def test_json_and_records_agree(run: Run, tmp_path: Path) -> None:
    args = ("selfplay", "--bots", "random", "--players", "4", "--games", "2", "--json", "--records", "games", *QUICK)
    document = json.loads(run(*args, "--stats").stdout)
    assert (document["format"], document["players"], document["bots"][0]["share"]) == ("wonai-selfplay/1", 4, 1.0)
    assert document["statistics"][0]["name"] == "rounds"
    for game in document["games"]:
        record = read_file(tmp_path / "games" / f"game-{game['number']:04}.record")
        assert record.result is not None
        assert (dict(record.result.scores), list(record.result.winners)) == (game["scores"], game["winners"])
        assert len(record.moves) == game["moves"]
        assert record.tags["engine p1"] == "random"


def test_it_stops_when_decided(run: Run) -> None:
    result = run("selfplay", "--bots", "random@seed=1,random", "--games", "400", "--decide", "0.9", *QUICK)
    assert len(result.stderr.splitlines()) == 21
    assert result.stdout.splitlines()[1].split()[2] == "21"


def test_statistics(run: Run) -> None:
    result = run("selfplay", "--bots", "random", "--games", "1", "--stats", *QUICK)
    assert "notes of a seat after the first trade" in result.stdout
    orchard = run("selfplay", "--game", "orchard", "--bots", "random", "--games", "1", "--stats")
    assert "no statistics of its own" in orchard.stdout


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--bots", "uct,wonia"), 'unknown bot "wonia"; did you mean "wonai"?'),
        (("--bots", "uct@nodse=1"), 'unknown option "nodse"; did you mean "nodes"?'),
        (("--bots", "random,random,random,random", "--players", "3"), "--bots: 4 bots do not fit on 3 seats"),
        (("--bots", "random", "--players", "7"), "players"),
        (("--bots", "random", "--edition", "third"), "edition"),
        (("--bots", "random", "--game", "chess"), 'unknown game "chess"'),
        (("--bots", "random", "--edition", "first", "--rule", "edition=second"), '"edition" is given twice'),
        (("--bots", "random", "--rule", "players=4"), '"players" is given twice'),
    ],
)
def test_refused(run: Run, args: tuple[str, ...], sentence: str) -> None:
    result = run("selfplay", *args)
    assert result.exit_code != 0
    assert sentence in result.stderr
    assert result.stdout == ""
