"""Each command, over a game that nothing above the waist knows by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import toygame
from tests.cli.conftest import Run
from tests.test_record import ORCHARD, UNFINISHED
from wonai import registry


def test_new_prints_the_start(run: Run) -> None:
    result = run("new", "--game", "orchard", "--players", "3", "--first", "p2", "--rule", "plum=7")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == toygame.GAME.new(3, first="p2", plum=7).to_json() + "\n"


def test_new_takes_the_default_game(run: Run) -> None:
    result = run("new", "--players", "3")
    assert result.stdout == registry.get(registry.DEFAULT_GAME).new(3).to_json() + "\n"


def test_rule_values_are_json_or_words(run: Run) -> None:
    good = run("new", "--game", "orchard", "--players", "2", "--rule", "first=p2")
    assert json.loads(good.stdout)["turn"] == 1
    bad = run("new", "--game", "orchard", "--players", "2", "--rule", 'plum={"a": [1]}')
    assert (bad.exit_code, bad.stderr) == (1, "Error: plum: no fruit, or no number of fruits: {'a': [1]}\n")


def test_show(run: Run, start: str) -> None:
    assert run("show", start).stdout == toygame.GAME.new(2).to_text() + "\n"
    assert run("show", "-", stdin=Path(start).read_bytes()).stdout == run("show", start).stdout


def test_show_pictures(run: Run, start: str) -> None:
    assert run("show", start, "--svg", "out.svg").stdout == ""
    assert Path("out.svg").read_text() == toygame.GAME.new(2).to_svg() + "\n"
    assert run("show", start, "--svg", "-").stdout == Path("out.svg").read_text()
    assert run("show", start, "--svg", "a", "--png", "b").exit_code == 2
    assert not Path("a").exists()


def test_show_png(run: Run, start: str) -> None:
    pytest.importorskip("resvg_py", reason="the extra `png` is not installed")
    assert run("show", start, "--png", "out.png").exit_code == 0
    assert Path("out.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_moves(run: Run, start: str) -> None:
    assert run("moves", start).stdout == "draw:apple\ndraw:pear\ndraw:plum\n"
    assert json.loads(run("moves", start, "--json").stdout) == {
        "game": "orchard",
        "phase": "summer",
        "to_move": "chance",
        "moves": ["draw:apple", "draw:pear", "draw:plum"],
        "weights": {f"draw:{fruit}": count for fruit, count in toygame.BAG.items()},
    }


def test_moves_of_a_seat_have_no_weights(run: Run, start: str) -> None:
    later = run("apply", start, "draw:pear").stdout
    report = json.loads(run("moves", "-", "--json", stdin=later).stdout)
    assert (report["to_move"], report["moves"], "weights" in report) == ("p1", ["leave", "take"], False)


def test_apply(run: Run, start: str) -> None:
    state = toygame.GAME.new(2)
    for move in ("draw:pear", "gift:1", "take"):
        state.play(move)
    assert run("apply", start, "draw:pear", "gift:1", "take").stdout == state.to_json() + "\n"
    assert run("apply", start, "draw:pear", "gift:1", "take", "-o", start).stdout == ""
    assert Path(start).read_text() == state.to_json() + "\n"


def test_apply_is_all_or_nothing(run: Run, start: str) -> None:
    before = Path(start).read_bytes()
    result = run("apply", start, "draw:pear", "gift:9", "-o", start)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == 'Error: start.json: move 2: illegal move "gift:9" for p1: p1 has 2 of 9 coins\n'
    assert Path(start).read_bytes() == before


def test_perft(run: Run, start: str) -> None:
    assert run("perft", start, "0").stdout == "1\n"
    assert run("perft", start, "4").stdout == f"{toygame.GAME.new(2).perft(4)}\n"
    assert run("perft", start, "2", "--divide").stdout == "draw:apple 2\ndraw:pear 2\ndraw:plum 2\ntotal 6\n"


@pytest.fixture
def record(run: Run) -> str:
    """The file name of a recorded game of Orchard."""
    Path("game.record").write_text(ORCHARD, encoding="utf-8")
    return "game.record"


def test_replay(run: Run, record: str) -> None:
    assert run("replay", record, "--at", "2").stdout == (
        "Harvest, 2026-03-31\n"
        "p1 Ada\n"
        "p2 Zoë, toy 1.0\n"
        "won by p2, end: normal, scores: p1 1, p2 2\n"
        "after move 2 of 5: p2 take\n"
        "\n"
        "Orchard, autumn; drawn: nothing\n"
        "p1: 2 coins, 0 points\n"
        "p2: 1 coins, 2 points\n"
    )
    assert "\nbefore move 1 of 5\n" in run("replay", record, "--at", "0").stdout
    assert "\nafter move 5 of 5: p1 take\n" in run("replay", "-", stdin=ORCHARD.encode()).stdout


def test_replay_as_data(run: Run, record: str) -> None:
    position = run("replay", record, "--at", "1", "--json").stdout
    assert run("moves", "-", stdin=position).stdout == "leave\ntake\n"
    assert run("replay", record, "--at", "1", "--svg", "out.svg").stdout == ""
    assert ">autumn<" in Path("out.svg").read_text()


def test_replay_beyond_the_end(run: Run, record: str) -> None:
    result = run("replay", record, "--at", "6")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Error: game.record: there is no move 6, the game has 5 moves\n"


def test_replay_of_a_game_broken_off(run: Run) -> None:
    text = UNFINISHED.split("   3 chance")[0].replace("date:", "round: 4\ndate:")
    result = run("replay", "-", stdin=f"{text}end: time p1\nscores: p1 0 p2 2\nresult: -\n".encode())
    assert result.stdout.startswith("Harvest, 2026-03-31, round 4\n")
    assert "\nno winner, end: time (p1), scores: p1 0, p2 2\n" in result.stdout


def test_replay_of_an_unfinished_game(run: Run) -> None:
    result = run("replay", "-", stdin=UNFINISHED[:-4].encode())
    assert "\nunfinished\nafter move 4 of 4: p1 gift:1\n" in result.stdout


def test_validate(run: Run, start: str, record: str) -> None:
    result = run("validate", start, record)
    assert (result.exit_code, result.stdout) == (0, "start.json: ok\ngame.record: ok\n")


def test_validate_reports_every_file(run: Run, start: str) -> None:
    Path("bad.json").write_text("{]")
    Path("bad.record").write_text(ORCHARD.replace("gift:1", "gift:7"))
    result = run("validate", "bad.json", "nowhere.json", "bad.record", "-", start, stdin=UNFINISHED.encode())
    lines = result.stdout.splitlines()
    assert result.exit_code == 1
    assert lines[0].startswith("bad.json: ")
    assert lines[1:] == [
        "nowhere.json: No such file or directory",
        'bad.record: line 20: move 4: illegal move "gift:7" for p1: p1 has 2 of 7 coins',
        "-: line 21: the record ends without a result",
        "start.json: ok",
    ]
