"""`wonai market`: price ladders."""

from __future__ import annotations

import json

import click

from wonai.cli.advice import advisor_for
from wonai.cli.files import emit, load_state, write_text


@click.command()
@click.argument("file")
@click.argument("good", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
@click.option("--svg", metavar="OUT", help="Write the ladders as a chart in SVG.")
def command(file: str, good: str | None, as_json: bool, svg: str | None) -> None:
    """Show what the next cubes cost and bring.

    For one GOOD or all of them: the price of each further cube, the sum, the average, and the price
    afterwards, for buying and for selling.

    \b
    Example:
      wonai market game.json ore --svg ore.svg
    """
    state = load_state(file)
    advisor = advisor_for(state)
    report = advisor.market(state, good)
    if svg is not None:
        write_text(svg, advisor.market_svg(report).rstrip("\n"))
    if as_json:
        emit(json.dumps(report, ensure_ascii=False))
    elif svg != "-":
        emit(advisor.market_text(report))
