"""`wonai standings`: how a tournament stands."""

from __future__ import annotations

import click

from wonai.cli.files import emit
from wonai.tournament import report


@click.command()
@click.argument("folder")
@click.option("--json", "form", flag_value="json", help="Print all of it as JSON.")
@click.option("--csv", "form", flag_value="csv", help="Print the table as CSV.")
@click.option("--markdown", "form", flag_value="markdown", help="Print the table for a document.")
@click.option("--format", "form", type=click.Choice(["json", "csv", "markdown", "md"]), help="The same, by name.")
@click.option("--write", is_flag=True, help="Write standings.* and index.html anew.")
def command(folder: str, form: str | None, write: bool) -> None:
    """Show how a tournament stands.

    FOLDER is where `wonai tournament` keeps it; the tournament may still be going on.

    \b
    Example:
      wonai standings league
      wonai standings league --csv > league.csv
    """
    if write:
        report.write_reports(folder)
    setup, table = report.load(folder)
    if form is None:
        emit(report.to_text(setup, table))
        return
    writers = {"json": report.to_json, "csv": report.to_csv, "markdown": report.to_markdown, "md": report.to_markdown}
    text = writers[form](table)
    emit(text.rstrip("\n"))
