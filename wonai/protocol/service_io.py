"""The analysis service on standard input and output, and on a socket."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
import threading
from collections.abc import Callable, Iterator

from wonai.errors import WonaiError
from wonai.protocol.lines import BoundedLines
from wonai.protocol.service import AnalysisService, Session
from wonai.protocol.wakeup import Wakeup
from wonai.strict_json import MAX_BYTES

MAX_LINE = MAX_BYTES
"""Bytes of a request; the reader of positions takes no more anyway."""
MAX_CLIENTS = 16
SEND_SECONDS = 10.0
"""A client that does not read for so long is dropped."""
_CHUNK = 65_536


def serve_stdio(service: AnalysisService, *, fd_in: int = 0, fd_out: int = 1, max_line: int = MAX_LINE) -> None:
    """Until the end of the input, and then until the queue is drained; at once if nobody reads the output.

    For the main thread: an interrupt ends it, too.
    """
    wakeup = Wakeup()

    def write(line: bytes) -> None:
        try:
            _write_all(fd_out, line)
        except OSError:
            wakeup.wake()
            raise

    session = Session(service, write)
    lines = BoundedLines(max_line)
    try:
        with wakeup.woken_by_signals():
            while not session.is_dead and wakeup.wait_for(fd_in):
                data = os.read(fd_in, _CHUNK)
                _hear(session, lines.feed(data) if data else lines.end(), max_line)
                if not data:
                    session.drain()
                    return
    finally:
        service.close()
        wakeup.close()


def _write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def _hear(session: Session, lines: Iterator[bytes | None], max_line: int) -> None:
    for line in lines:
        if line is None:
            session.refuse(f"the line is longer than {max_line:,} bytes")
        else:
            session.line_received(line)


# ---------------------------------------------------------------------------------------------------------------------
# Sockets


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError as error:
        raise WonaiError(f'"{host}" is no address: {error.strerror}') from None
    return all(ipaddress.ip_address(str(entry[4][0]).partition("%")[0]).is_loopback for entry in found)


class TcpServer:
    """One thread for each client, and no more clients than allowed."""

    def __init__(
        self,
        service: AnalysisService,
        port: int,
        *,
        host: str = "127.0.0.1",
        allow_remote: bool = False,
        max_line: int = MAX_LINE,
        max_clients: int = MAX_CLIENTS,
    ) -> None:
        if not allow_remote and not is_loopback(host):
            raise WonaiError(f'"{host}" can be reached from other machines, which has to be allowed explicitly')
        self._service = service
        self._max_line = max_line
        self._free = threading.Semaphore(max_clients)
        self._max_clients = max_clients
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        self._socket = socket.create_server((host, port), family=family)

    @property
    def address(self) -> tuple[str, int]:
        """Host and port, the port also if it was chosen by the system."""
        host, port, *_ = self._socket.getsockname()
        return host, port

    def serve(self, is_ended: Callable[[], bool] = lambda: False) -> None:
        """Until `is_ended`, or an exception such as an interrupt; all clients are dropped then."""
        self._socket.settimeout(0.2)
        try:
            while not is_ended():
                with contextlib.suppress(TimeoutError, ConnectionError):
                    client, _ = self._socket.accept()
                    self._welcome(client)
        finally:
            self._socket.close()
            self._service.close()

    def _welcome(self, client: socket.socket) -> None:
        client.settimeout(SEND_SECONDS)
        session = Session(self._service, client.sendall)
        if not self._free.acquire(blocking=False):
            session.refuse(f"too many clients: at most {self._max_clients} at once")
            client.close()
            return
        threading.Thread(target=self._attend, args=(client, session), daemon=True).start()

    def _attend(self, client: socket.socket, session: Session) -> None:
        """When a client closes its side, it still gets all its answers."""
        lines = BoundedLines(self._max_line)
        try:
            while not session.is_dead:
                data = _receive(client)
                _hear(session, _until_noise(session, lines.feed(data) if data else lines.end()), self._max_line)
                if not data:
                    session.drain()
                    break
        except (OSError, _Noise):
            self._service.cancel_all(session)
        finally:
            client.close()
            self._free.release()


class _Noise(Exception):
    """What comes in is some other protocol."""


def _until_noise(session: Session, lines: Iterator[bytes | None]) -> Iterator[bytes | None]:
    """Hang up on a client whose first line is no request: a web page, say, that tries what listens on this machine."""
    for line in lines:
        yield line
        if line and not session.has_asked:
            raise _Noise


def _receive(client: socket.socket) -> bytes:
    """Wait as long as it takes; the time-out of the socket is for sending only."""
    while True:
        with contextlib.suppress(TimeoutError):
            return client.recv(_CHUNK)
