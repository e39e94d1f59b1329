"""`wonai serve`: the analysis service."""

from __future__ import annotations

import os

import click

from wonai.cli.numbers import FiniteRange
from wonai.protocol.service import AnalysisService, ServiceSettings
from wonai.protocol.service_io import MAX_CLIENTS, MAX_LINE, TcpServer, is_loopback, serve_stdio
from wonai.protocol.service_query import Bounds
from wonai.search.limits import Limit

_CORES = os.cpu_count() or 1


@click.command()
@click.option("--stdio", is_flag=True, help="Serve standard input and output.")
@click.option("--tcp", "port", metavar="PORT", type=click.IntRange(0, 65535), help="Serve a port; 0 takes a free one.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to serve with --tcp.")
@click.option("--allow-remote", is_flag=True, help="Serve other machines, too. There is no password.")
@click.option(
    "--workers", type=click.IntRange(1, 256), default=_CORES, show_default="one a core", help="Positions at once."
)
@click.option("--threads", type=click.IntRange(1, 256), default=_CORES, show_default="one a core", help="Most a query.")
@click.option("--hash", "hash_mb", metavar="MB", type=click.IntRange(1), default=1024, show_default=True, help="Most.")
@click.option(
    "--time",
    "seconds",
    metavar="SECONDS",
    type=FiniteRange(0.001, 86_400),
    default=1.0,
    show_default=True,
    help="For a position whose query has no limit.",
)
@click.option("--max-queue", type=click.IntRange(1), default=10_000, show_default=True, help="Positions that may wait.")
@click.option("--max-line", metavar="BYTES", type=click.IntRange(1, MAX_LINE), default=MAX_LINE, help="Of a request.")
@click.option("--max-clients", type=click.IntRange(1, 1000), default=MAX_CLIENTS, show_default=True, help="With --tcp.")
def command(
    stdio: bool,
    port: int | None,
    host: str,
    allow_remote: bool,
    workers: int,
    threads: int,
    hash_mb: int,
    seconds: float,
    max_queue: int,
    max_line: int,
    max_clients: int,
) -> None:
    """Analyse many positions for other programs.

    Requests and answers are JSON, one a line: see docs/service.md. The end of the input drains the
    queue and ends the service.

    \b
    Example:
      echo '{"id": 1, "start": {"players": 4}, "limit": {"nodes": 1000}}' | wonai serve --stdio
      wonai serve --tcp 7000
    """
    if stdio == (port is not None):
        raise click.UsageError("Expected either --stdio or --tcp PORT.")
    if port is not None and not allow_remote and not is_loopback(host):
        raise click.UsageError(
            f"--host {host} can be reached from other machines; say --allow-remote if that is meant."
        )
    settings = ServiceSettings(
        workers=workers,
        limit=Limit(time=seconds),
        max_queue=max_queue,
        bounds=Bounds(threads=threads, hash_mb=hash_mb, positions=max_queue),
    )
    service = AnalysisService(settings)
    if port is None:
        serve_stdio(service, max_line=max_line)
        return
    server = TcpServer(service, port, host=host, allow_remote=allow_remote, max_line=max_line, max_clients=max_clients)
    click.echo(f"listening on {server.address[0]} port {server.address[1]}", err=True)
    server.serve()
