"""Are planted blunders found? `python -m tests.analysis.blunder_hunt [NODES]`.

Each record of tests/analysis/blunders has one, named by its tag `x-blunder`. It is found when the review names that
decision among the turning points; whether it is also the dearest decision of the record is told, too.
"""

from __future__ import annotations

import sys
from pathlib import Path

from wonai.analysis.review import Review, review
from wonai.record import read_file
from wonai.search import bots
from wonai.search.limits import Limit
from wonai.search.searcher import SearchOptions

FOLDER = Path(__file__).parent / "blunders"
NODES = 6400


def hunt(path: Path, nodes: int = NODES, bot: str = "wonai") -> tuple[bool, Review, int]:
    """Whether the blunder of a record is found, with the review and the number of the move."""
    record = read_file(path, allow_unfinished=True)
    planted = int(record.tags["x-blunder"])
    searcher = bots.get(bot, SearchOptions(multipv=1, seed=1))
    found = review(record, searcher, Limit(nodes=nodes), engine=bot)
    return planted in [one.ply for one in found.turning_points()], found, planted


def main() -> None:
    """The command."""
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else NODES
    count = dearest = 0
    paths = sorted(FOLDER.glob("*.record"))
    for path in paths:
        is_found, reviewed, planted = hunt(path, nodes)
        count += is_found
        dearest += max(reviewed.decisions, key=lambda one: one.counted_loss).ply == planted
        losses = ", ".join(
            f"{'*' if one.ply == planted else ''}{one.ply} {100 * one.loss:.0f}±{100 * one.loss_error:.0f}"
            for one in reviewed.decisions
            if one.loss
        )
        print(f"{'found ' if is_found else 'MISSED'} {path.stem}: {losses}", flush=True)
    print(f"{count} of {len(paths)} blunders found; {dearest} are the dearest decision of their record")


if __name__ == "__main__":
    main()
