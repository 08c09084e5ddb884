"""How the server of the table is run by the command."""

from __future__ import annotations

import ipaddress
import webbrowser
from socket import AF_INET, AF_INET6, SO_REUSEADDR, SOL_SOCKET, socket
from typing import Final

import uvicorn

from .server import Table, application

SHORTEST_TOKEN: Final = 16
"""Characters of a token."""

_LOOPBACK: Final = "localhost"


def address_of(host: str, port: int, token: str | None) -> tuple[socket, str]:
    """The socket to listen at, and the address of the page.

    Args:
        host: an IP address of this machine, or localhost.
        port: 0 for any that is free.
        token: what requests must bring.

    Raises:
        ValueError: the address is not one, it cannot be listened at, or others can reach it without a token.
    """
    try:
        address = ipaddress.ip_address("127.0.0.1" if host == _LOOPBACK else host)
    except ValueError:
        raise ValueError(f"host {host!r} is not an IP address of this machine or {_LOOPBACK}") from None
    if token is not None and (len(token) < SHORTEST_TOKEN or not token.isalnum()):
        raise ValueError(f"the token must have at least {SHORTEST_TOKEN} characters, letters and digits alone")
    if not address.is_loopback and token is None:
        raise ValueError(f"others can reach {host}: give a --token that the address must bring")
    listening = socket(AF_INET if address.version == 4 else AF_INET6)
    listening.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
    try:
        listening.bind((str(address), port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise ValueError(f"port {port} of {host}: {error.strerror}; give another with --port, 0 for any") from None
    query = "" if token is None else f"?token={token}"
    return listening, f"http://{_in_url(str(address))}:{listening.getsockname()[1]}/{query}"


def serve(table: Table, listening: socket, url: str, token: str | None, browser: bool) -> None:
    """Serve until a signal comes.

    Args:
        table: what is served.
        listening: the socket.
        url: address of the page.
        token: what requests must bring.
        browser: whether to open the page.
    """
    address, port = listening.getsockname()[:2]
    local = ipaddress.ip_address(address).is_loopback
    hosts = [f"{_in_url(address)}:{port}", f"{_LOOPBACK}:{port}"] if local else []
    server: uvicorn.Server
    app = application(table, hosts, token, lambda: not server.should_exit)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
    if browser:
        webbrowser.open(url)
    try:
        server.run(sockets=[listening])
    finally:
        table.close()


def _in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address
