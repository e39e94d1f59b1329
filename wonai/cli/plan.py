"""`wonai plan`: the best round of a seat."""

from __future__ import annotations

import json
from typing import Literal

import click

from wonai.cli.advice import advisor_for
from wonai.cli.files import emit, load_state, write_text
from wonai.cli.numbers import FiniteRange


@click.command()
@click.argument("file")
@click.option("--seat", metavar="pN", help="Whose round to plan; by default the seat to move.")
@click.option("--time", "seconds", default=1.0, show_default=True, type=FiniteRange(min=0.01), help="Seconds to solve.")
@click.option(
    "--drift",
    metavar="LIST",
    help="What the others are expected to buy (below 0: sell) meanwhile: ore=2,food=-3, or likely: as they would plan.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@click.option("--svg", metavar="OUT", help="Write a picture of where to build as SVG.")
def command(file: str, seat: str | None, seconds: float, drift: str | None, as_json: bool, svg: str | None) -> None:
    """Plan the best round of a seat.

    What to sell, borrow and buy at which prices, what to build where, what to run, and what is left
    at the end if the others pass; what one more cube would be worth, and how far the plan is proved.

    \b
    Example:
      wonai plan game.json --seat p2 --svg plan.svg
    """
    state = load_state(file)
    advisor = advisor_for(state)
    plan = advisor.plan(state, seat, seconds=seconds, drift=_drift(drift))
    if svg is not None:
        write_text(svg, advisor.plan_svg(state, plan).rstrip("\n"))
    if as_json:
        emit(json.dumps(plan, ensure_ascii=False))
    elif svg != "-":
        emit(advisor.plan_text(plan))


def _drift(text: str | None) -> dict[str, int] | Literal["likely"] | None:
    if text is None:
        return None
    if text == "likely":
        return "likely"
    found = {}
    for part in text.split(","):
        good, _, number = part.partition("=")
        try:
            found[good.strip()] = int(number)
        except ValueError:
            raise click.BadParameter(f'expected GOOD=NUMBER, got "{part}"', param_hint="--drift") from None
    return found
