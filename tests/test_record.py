"""The record format: laws of reader and writer, each refusal with its sentence, and the documented example."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from tests import toygame
from tests.fuzz import notation, record_reader
from wonai import registry
from wonai.errors import IllegalMove, RecordError
from wonai.game import CHANCE
from wonai.record import (
    MAX_BYTES,
    MAX_LINE,
    Evaluation,
    PositionStart,
    Record,
    RecordedMove,
    RecordWriter,
    WordsStart,
    read,
    read_file,
    write,
)

ORCHARD = """\
wonai-record/1
game: orchard
start: players 2 first p2 apple 1 pear 1 plum 0
event: Harvest
date: 2026-03-31
player p1: Ada
player p2: Zoë
engine p2: toy 1.0
x-mood: fine
; A short game.
;
; Nobody was hurt.

[autumn 1]
   1 chance draw:pear
   2 p2 take
     = win 0.2500 0.7500 vp 0.50 2.00 nodes 12 ms 3
     ; The best fruit.
   3 chance draw:apple
   4 p1 gift:1
   5 p1 take

end: normal
scores: p1 1 p2 2
result: p2
"""
UNFINISHED = ORCHARD[: ORCHARD.index("\nend:")]
DOCUMENT = Path(__file__).parents[1] / "docs" / "record-format.md"


@pytest.fixture(autouse=True)
def orchard() -> Iterator[None]:
    """Play Orchard in every test here."""
    with mock.patch.dict(registry._GAMES, toygame.REGISTRATION):
        yield


def swapped(old: str, new: str) -> str:
    """The sample game with one thing changed."""
    assert ORCHARD.count(old) == 1, old
    return ORCHARD.replace(old, new)


def test_reads_everything() -> None:
    record = read(ORCHARD)
    assert record.start == WordsStart("orchard", 2, ("first", "p2", "apple", "1", "pear", "1", "plum", "0"))
    assert record.tags["player p2"] == "Zoë"
    assert record.comment == "A short game.\n\nNobody was hurt."
    assert [played.seat for played in record.moves] == [CHANCE, "p2", CHANCE, "p1", "p1"]
    assert record.moves[1] == RecordedMove(
        "p2", "take", "autumn", Evaluation((0.25, 0.75), (0.5, 2.0), 12, 3), "The best fruit."
    )
    assert record.result is not None
    assert (record.result.winners, record.result.scores) == (("p2",), {"p1": 1, "p2": 2})
    assert record.result.termination == "normal"


def test_writes_what_it_read() -> None:
    assert write(read(ORCHARD)) == ORCHARD
    assert write(read(UNFINISHED, allow_unfinished=True)) == UNFINISHED


def test_loose_layout_is_written_canonically() -> None:
    loose = "\ufeff" + re.sub("^ +", "\t".expandtabs(9), ORCHARD, flags=re.MULTILINE).replace("[autumn 1]\n", "\n")
    assert write(read(loose.replace("\n", "\r\n").encode())) == ORCHARD


def test_state_at_any_move() -> None:
    record = read(ORCHARD)
    assert record.state(0).to_json() == record.start.new_state().to_json()
    assert record.state(2).scores() == {"p1": 0, "p2": 2}
    assert record.state().is_over


def test_start_from_a_position() -> None:
    middle = read(ORCHARD).state(2)
    record = Record(PositionStart.of(middle), (RecordedMove(CHANCE, "draw:apple", "autumn"),))
    text = write(record)
    assert f"\nposition: {middle.to_json()}\n" in text
    assert read(text, allow_unfinished=True) == record
    spaced = text.replace(middle.to_json(), json.dumps(json.loads(middle.to_json())))
    assert write(read(spaced, allow_unfinished=True)) == text


def test_every_prefix_of_a_killed_game_is_readable() -> None:
    whole = read(ORCHARD)
    moves_start = len(ORCHARD[: ORCHARD.index("\n[autumn")].encode())
    data = ORCHARD.encode()
    for length in range(moves_start, len(data)):
        record = read(data[:length], allow_unfinished=True)
        assert record.result is None
        assert [played.move for played in record.moves] == [p.move for p in whole.moves[: len(record.moves)]]


def test_a_cut_last_line_is_refused_otherwise() -> None:
    with pytest.raises(RecordError, match=r"^line 25: the last line is cut off"):
        read(ORCHARD[:-1])


REFUSED = [
    ("", 'line 1: expected "wonai-record/1", got ""'),
    (swapped("wonai-record/1", "wonai-record/2"), 'line 1: expected "wonai-record/1", got "wonai-record/2"'),
    (swapped("game: orchard\n", ""), 'line 13: the header needs "game" and either "start" or "position"'),
    (swapped("game: orchard", "game: orchad"), 'line 3: start: game: unknown game "orchad"; did you mean "orchard"?'),
    (swapped("players 2 first", "players two first"), "line 3: start: expected"),
    (swapped("players 2 first", "players 9 first"), "line 3: start: players: expected 2 or 3, got 9"),
    (swapped("event", "evnet"), 'line 4: unknown tag "evnet"; did you mean "event"?'),
    (swapped("player p1", "event"), 'line 6: a second "event"; the first is in line 4'),
    (swapped("player p1", "player p3"), 'line 6: player p3: there is no seat "p3" in this game'),
    (swapped("2026-03-31", "2026-02-30"), 'line 5: date: expected a day like 2026-03-31, got "2026-02-30"'),
    (swapped("Harvest", ""), "line 4: event: expected a text"),
    (swapped("Harvest", "Har\x1bvest"), "line 4: the character U+001B is not allowed"),
    (swapped("Harvest", "Har\u2028vest"), "line 4: the character U+2028 is not allowed"),
    (swapped("Harvest", "x" * MAX_LINE), f"line 4: {MAX_LINE + 7} characters, {MAX_LINE} are allowed"),
    (swapped("[autumn 1]", "[summer 1]"), 'line 14: expected the heading [autumn 1], got "[summer 1]"'),
    (swapped("   3 chance", "[autumn 2]\n   3 chance"), 'line 19: expected no heading, got "[autumn 2]"'),
    (swapped("   3 chance", "   4 chance"), "line 19: expected move 3, got move 4"),
    (swapped("   2 p2 take", "   2 p1 take"), 'line 16: move 2: it is for p2 to move, not for "p1"'),
    (
        swapped("gift:1", "gift:5"),
        'line 20: move 4: illegal move "gift:5" for p1: p1 has 2 of 5 coins',
    ),
    (swapped("draw:apple", "draw:plum"), 'line 19: move 3: illegal move "draw:plum" for chance: no plum is left'),
    (swapped("draw:apple", "draw:fig"), "line 19: move 3: illegal move \"draw:fig\" for chance: 'draw:fig' is no move"),
    (swapped("p1 gift:1", "p1 gift:1 take"), "line 20: expected number, seat and move"),
    (swapped("p1 gift:1", "p1 gift:1\n; a\n= nodes 1"), "line 22: an evaluation stands once, right after its move"),
    (swapped("win 0.2500 0.7500", "win 0.2500"), "line 17: win: expected a number for each of 2 seats, got 1"),
    (swapped("win 0.2500", "win 1.2500"), "line 17: win: expected a chance from 0 to 1, got 1.25"),
    (swapped("win 0.2500", "win nan"), "line 17: win: expected numbers"),
    (swapped("vp 0.50", "vp 0 0 0 0 0 0 0.50"), "line 17: an evaluation of 2 seats has no 16 words"),
    (swapped("nodes 12", "nodes many"), "line 17: nodes: expected a whole number from 0"),
    (swapped("nodes 12", "knots 12"), 'line 17: expected "= win ... vp ... nodes N ms N"'),
    (swapped("\nend: normal", "   6 p2 take\nend: normal"), 'line 22: move 6: "take" comes after the end of the game'),
    (swapped("\nend: normal", "event: x\nend: normal"), 'line 22: the tag "event" must stand before the moves'),
    (swapped("end: normal", "end: nromal"), 'line 25: end: unknown ending "nromal"; did you mean "normal"?'),
    (swapped("end: normal", "end: time p1"), 'line 25: end: "time", but the game is over'),
    (swapped("end: normal\n", ""), 'line 23: expected "end", got "scores"'),
    (swapped("scores: p1 1 p2 2\n", "; no\n"), "line 24: only the scores and the result may follow the end"),
    (swapped("p1 1 p2 2", "p1 1 p2 3"), "line 25: scores: expected p1 1 p2 2, got p1 1 p2 3"),
    (swapped("p1 1 p2 2", "p2 2 p1 1"), "line 25: scores: expected each seat and its score"),
    (swapped("p1 1 p2 2", "p1 1 p2"), "line 25: scores: the score of p2 is missing"),
    (swapped("result: p2", "result: p1"), "line 25: result: expected p2, got p1"),
    (ORCHARD + "; more\n", "line 26: nothing may follow the result"),
    (UNFINISHED, "line 21: the record ends without a result"),
    (UNFINISHED + "\nend: normal\n", "line 23: the record ends without a result"),
    (UNFINISHED.split("   4 p1")[0] + "end: normal\nscores: p1 0 p2 2\nresult: p2\n", 'line 22: end: "normal", but'),
    (swapped("start: players 2", "position: [" + "[" * 999 + " 2"), "line 3: position: "),
    (swapped("start: players 2 first p2 apple 1 pear 1 plum 0", "position: {}"), "line 3: position: "),
    ("x" * (MAX_BYTES + 1), f"line 1: the record is larger than {MAX_BYTES:,} bytes"),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSED, ids=[sentence[:60] for _, sentence in REFUSED])
def test_refused_with_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as refused:
        read(text)
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


def test_a_hostile_line_is_not_repeated_whole() -> None:
    with pytest.raises(RecordError) as refused:
        read(swapped("draw:apple", "x" * 60_000))
    assert len(str(refused.value)) < 500


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(RecordError, match=r"^line 7: not UTF-8"):
        read(ORCHARD.encode("latin-1"))


def test_a_position_of_another_game() -> None:
    text = write(Record(PositionStart("orchard", registry.get(registry.DEFAULT_GAME).new(3).to_json())))
    with pytest.raises(RecordError, match=re.escape(f'position: a position of "{registry.DEFAULT_GAME}"')):
        read(text, allow_unfinished=True)


def writer_at_end_of(n_moves: int) -> tuple[RecordWriter, io.StringIO]:
    """A writer that has written the first moves of the sample game."""
    sample, out = read(ORCHARD), io.StringIO()
    writer = RecordWriter(out, sample.start, sample.tags, sample.comment)
    for played in sample.moves[:n_moves]:
        writer.move(played.move, played.evaluation, played.comment)
    return writer, out


def test_writing_a_move_at_a_time() -> None:
    writer, out = writer_at_end_of(5)
    assert out.getvalue() == UNFINISHED
    assert writer.state.is_over
    writer.finish()
    assert out.getvalue() == ORCHARD


@pytest.mark.parametrize("n_moves", [1, 2])
def test_a_refused_move_is_not_written(n_moves: int) -> None:
    writer, out = writer_at_end_of(n_moves)
    before = out.getvalue(), writer.state.to_json()
    with pytest.raises(IllegalMove):
        writer.move("gift:99")
    with pytest.raises(RecordError, match="win: expected a number for each of 2 seats"):
        writer.move("take", Evaluation(win=(1.0,)))
    with pytest.raises(RecordError, match=r"cannot write the character U\+001B"):
        writer.move("take", comment="\x1b")
    with pytest.raises(RecordError, match='end: "normal", but the game is not over'):
        writer.finish()
    with pytest.raises(RecordError, match="seats in their order"):
        writer.finish("adjudicated", winners=["p2", "p1"])
    assert (out.getvalue(), writer.state.to_json()) == before


def test_a_game_broken_off() -> None:
    writer, out = writer_at_end_of(2)
    writer.finish("illegal-move", "p1", ["p2"])
    assert out.getvalue().endswith("\nend: illegal-move p1\nscores: p1 0 p2 2\nresult: p2\n")
    assert write(read(out.getvalue())) == out.getvalue()
    with pytest.raises(RecordError, match="after the end"):
        writer.move("draw:apple")
    with pytest.raises(RecordError, match="written already"):
        writer.finish()


def test_a_game_nobody_won() -> None:
    writer, out = writer_at_end_of(0)
    writer.finish("abandoned")
    assert out.getvalue().endswith("\nend: abandoned\nscores: p1 0 p2 0\nresult: -\n")
    result = read(out.getvalue()).result
    assert result is not None
    assert (result.winners, result.termination, result.fault) == ((), "abandoned", None)


def test_numbers_are_rounded_once() -> None:
    writer, out = writer_at_end_of(1)
    writer.move("take", Evaluation((1 / 3, 2 / 3), (-0.001, 12.346)))
    assert "= win 0.3333 0.6667 vp 0.00 12.35\n" in out.getvalue()
    assert write(read(out.getvalue(), allow_unfinished=True)) == out.getvalue()


def test_a_diff_shows_where_two_games_part() -> None:
    other = swapped("   4 p1 gift:1\n   5 p1 take", "   4 p1 leave")
    other = other.replace("scores: p1 1 p2 2", "scores: p1 0 p2 2")
    write(read(other))
    both = zip(ORCHARD.splitlines(), other.splitlines(), strict=False)
    assert next(number for number, (left, right) in enumerate(both, 1) if left != right) == 20


@pytest.mark.parametrize("players", range(3, 7))
def test_random_games_of_the_first_game(players: int) -> None:
    rng = random.Random(players)
    for start in (WordsStart(registry.DEFAULT_GAME, players), WordsStart("orchard", 2)):
        text = record_reader.play_record(rng, start)
        assert write(read(text, allow_unfinished=True)) == text


def test_documented_example(tmp_path: Path) -> None:
    blocks = re.findall(r"^```record\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    for number, block in enumerate(blocks):
        path = tmp_path / f"{number}.record"
        path.write_text(block, encoding="utf-8")
        assert write(read_file(path)) == block


def test_documented_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    for block in blocks:
        exec(compile(block, str(DOCUMENT), "exec"), {})
    assert Path("game.record").exists()


def test_fuzz_records() -> None:
    assert record_reader.run(2000, seed=1) > 0


def test_fuzz_notation() -> None:
    assert notation.run(2000, seed=1) > 0
