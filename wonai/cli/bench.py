"""`wonai bench`: a fixed workload, its signature and the speed."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from wonai import registry
from wonai.cli.files import emit
from wonai.search.bench import NODES, BenchedPosition, build_lines, run_bench


@click.command()
@click.option("--game", default=registry.DEFAULT_GAME, show_default=True, help="Which game.")
@click.option("--nodes", default=NODES, show_default=True, type=click.IntRange(1), help="Simulations a position.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def command(game: str, nodes: int, as_json: bool) -> None:
    """Search a fixed set of positions and print the signature.

    One thread, seed 0 and a node limit: the signature is the same every time and changes only
    when the search does. Speed depends on the machine; compare on the same one.

    \b
    Example:
      wonai bench
      wonai bench --json
    """
    result = run_bench(None if as_json else _show, game=game, nodes=nodes)
    if not as_json:
        emit("\n".join(["", *result.lines()]))
        return
    document = {
        "build": dict(line.split(" ", 1) for line in build_lines()),
        "positions": [asdict(position) for position in result.positions],
        "nodes": result.nodes,
        "signature": result.signature,
        "seconds": result.seconds,
        "nodes_per_second": result.nodes_per_second,
    }
    emit(json.dumps(document, separators=(",", ":")))


def _show(position: BenchedPosition) -> None:
    emit(f"{position.name:<24} {position.nodes:>8} nodes {position.seconds:>7.2f} s  {position.best}")
