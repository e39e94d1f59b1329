"""Owns the counts of instructions: runs calls of the core under callgrind and writes the tables of `bench/README.md`.

Instructions of the core's functions do not depend on the load of the machine and repeat with the same build.
`python -m bench.callgrind` does it all; with `calls` it only makes the calls: this is what runs under callgrind.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bench import ours
from wonai._core.won import position as core

ROOT = Path(__file__).parent.parent
README = Path(__file__).parent / "README.md"
START, END = "<!-- counted by python -m bench.callgrind -->", "<!-- end -->"

# Callgrind begins anew before each and reports after it.
ENTRIES = ("_py_list_moves", "_py_apply_moves", "_py_random_plies")
LISTING, APPLYING, PLAYING = "moves.list_moves", "apply.apply_move", "position._py_random_plies"
TIMES = 100
GAMES = 50
LEAST_SHARE = 0.001  # of the instructions, for a function to be shown


def make_calls() -> list[int]:
    """The calls to count: two for each position, then the random games. Gives the number of moves or plies."""
    positions = [ours.named_position(name) for name in ours.position_names()]
    start = ours.named_position("start-4p")
    core._py_list_moves(start, 1)  # the first profile also has all that went before
    results = []
    for position in positions:
        results.append(core._py_list_moves(position, TIMES))
        results.append(core._py_apply_moves(position))
    return [*results, core._py_random_plies(start, GAMES, ours.SEED)]


@dataclass(frozen=True)
class Count:
    """What one call gave, and the instructions of each function of the core: its own, and with all that it calls."""

    result: int
    own: dict[str, int]
    inclusive: dict[str, int]


def count_calls(folder: Path) -> list[Count]:
    """Makes the calls under callgrind, which writes one numbered profile a call."""
    entries = [_symbol(name) for name in ENTRIES]
    command = [
        *("valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'profile'}"),
        *(f"--zero-before={entry}" for entry in entries),
        *(f"--dump-after={entry}" for entry in entries),
        *(sys.executable, "-m", "bench.callgrind", "calls"),
    ]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    ran = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    results = json.loads(ran.stdout)
    return [_read_profile(folder / f"profile.{number}", result) for number, result in enumerate(results, start=2)]


def _symbol(name: str) -> str:
    """The compiled entry of a Python function; Cython numbers them."""
    listed = subprocess.run(["nm", core.__file__], check=True, capture_output=True, text=True).stdout
    match = re.search(rf"\b__pyx_pw_\w*?_\d+{name}$", listed, re.MULTILINE)
    if match is None:
        raise SystemExit(f"the compiled core has no symbol for {name}: was it stripped?")
    return match[0]


def _read_profile(profile: Path, result: int) -> Count:
    """Adds up the parts of a function: its Python entry and its body, and the levels of a recursion."""
    own: dict[str, int] = {}
    for name, number in _functions(profile, "no"):
        own[name] = own.get(name, 0) + number
    inclusive: dict[str, int] = {}
    for name, number in _functions(profile, "yes"):
        inclusive[name] = max(inclusive.get(name, 0), number)
    return Count(result, own, inclusive)


def _functions(profile: Path, inclusive: str) -> list[tuple[str, int]]:
    """Functions of the core and their instructions, as callgrind's own reader adds them up."""
    command = ["callgrind_annotate", f"--inclusive={inclusive}", "--threshold=100", "--auto=no", str(profile)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^\s*([\d,]+) .*:__pyx_\w+?_5wonai_5_core_(?:3won_)?(\d+)([a-z_]\w+)", text, re.MULTILINE)
    return [(_plain(int(length), names), int(number.replace(",", ""))) for number, length, names in found]


def _plain(length: int, names: str) -> str:
    """module.function: Cython writes the length of the module's name before it, and a number before an entry's."""
    return f"{names[:length]}.{names[length + 1 :].lstrip('0123456789')}"


def position_row(name: str, listing: Count, applying: Count) -> str:
    """The line of one position. Applying is the mean over all its moves, each carried out once."""
    position = ours.named_position(name)
    n_moves = len(position.legal_moves())
    list_all = listing.inclusive[LISTING] / TIMES
    apply_one = applying.inclusive[APPLYING] / n_moves
    cells = f"{list_all:,.0f} | {list_all / n_moves:,.0f} | {apply_one:,.0f} | {list_all + apply_one:,.0f}"
    return f"| {position.phase} | `{name}` | {n_moves} | {cells} |"


def function_rows(games: Count) -> list[str]:
    """The functions that most instructions go to."""
    total = games.inclusive[PLAYING]
    shown = [name for name, number in games.own.items() if number >= LEAST_SHARE * total]
    return [
        f"| `{name}` | {games.own[name] / total:.1%} | {games.inclusive[name] / total:.1%} |"
        for name in sorted(shown, key=lambda name: -games.own[name])
    ]


def tables(counts: list[Count]) -> str:
    """All that was counted, as the text between the markers."""
    *of_positions, games = counts
    names = ours.position_names()
    rows = [position_row(name, *of_positions[2 * k : 2 * k + 2]) for k, name in enumerate(names)]
    return "\n".join(
        [
            "",
            f"Over {GAMES} whole random four-player games ({games.result:,} plies) a ply takes "
            f"**{games.inclusive[PLAYING] / games.result:,.0f} instructions**.",
            "",
            "| phase | position | legal moves | listing all | by move | applying one | a ply |",
            "|---|---|---|---|---|---|---|",
            *sorted(rows),
            "",
            "Where the instructions of the random games go (the functions that the compiler left standing;",
            "the rest is in the C library):",
            "",
            "| function | own | with what it calls |",
            "|---|---|---|",
            *function_rows(games),
            "",
        ]
    )


def main() -> None:
    """Makes the calls, or counts them and writes the tables."""
    if sys.argv[1:] == ["calls"]:
        print(json.dumps(make_calls()))
        return
    before, _, rest = README.read_text(encoding="utf-8").partition(START)
    _, _, after = rest.partition(END)
    with tempfile.TemporaryDirectory() as folder:
        counts = count_calls(Path(folder))
    README.write_text(before + START + tables(counts) + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
