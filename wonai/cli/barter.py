"""`wonai barter`: advice on deals."""

from __future__ import annotations

import json

import click

from wonai.cli.advice import advisor_for
from wonai.cli.files import emit, load_state
from wonai.cli.numbers import FiniteRange


@click.command()
@click.argument("file")
@click.option("--seat", metavar="pN", help="Who makes the offers; by default the seat to move.")
@click.option("--offer", metavar="MOVE", help="An offer of the seat to move, to be judged by the side that answers.")
@click.option(
    "--firmness",
    default=0.5,
    show_default=True,
    type=FiniteRange(0, 1),
    help="How the gain is split: 0.5 fair to both, above harder, below softer.",
)
@click.option("--time", "seconds", default=5.0, show_default=True, type=FiniteRange(min=0.01), help="Seconds.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def command(file: str, seat: str | None, offer: str | None, firmness: float, seconds: float, as_json: bool) -> None:
    """Find offers that gain both sides, or answer one.

    Where an offer waits for an answer, or --offer gives one, the answer with the gain of both sides
    and the offer one would rather make; otherwise the three best offers of the seat.

    \b
    Example:
      wonai barter game.json --offer "barter:p3:food2,$5>ore1"
    """
    state = load_state(file)
    advisor = advisor_for(state)
    report = advisor.barter(state, seat, offer=offer, firmness=firmness, seconds=seconds)
    emit(json.dumps(report, ensure_ascii=False) if as_json else advisor.barter_text(report))
