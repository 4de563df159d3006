"""`tenka play`: the table for whoever sits at this machine, with the browser opened on it."""

from __future__ import annotations

import os
import socket
import threading
import urllib.request
import webbrowser
from contextlib import suppress
from pathlib import Path

import platformdirs
import uvicorn

from tenka.server import APP, HOW

NEAR = 20  # ports that are tried before any free one is taken


class Home(uvicorn.Server):
    """A server that says where it is as soon as it can be reached."""

    def __init__(self, door: socket.socket, *, browser: bool) -> None:
        super().__init__(uvicorn.Config(APP, **HOW))
        self.door, self.browser = door, browser
        self.address = f"http://127.0.0.1:{door.getsockname()[1]}"

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; then tell the person."""
        await super().startup(sockets)
        if self.started:
            _noted().write_text(self.address, encoding="ascii")
            print(f"Tenka is running at {self.address}  (Ctrl-C ends it)", flush=True)
            if self.browser:
                _show(self.address)


def play(port: int = 8000, *, browser: bool = True) -> None:
    """Serve on loopback until Ctrl-C, at that port or a free one near it.

    Tables are in the user's own file. If a server is at it already, that one is shown.
    """
    os.environ.setdefault("TENKA_LOG_LEVEL", "WARNING")
    for kept in ("RUNNING", "FINISHED", "PEOPLE"):  # one's own games stay
        os.environ.setdefault(f"TENKA_KEEP_{kept}_DAYS", "0")
    running = _running()
    if running:
        print(f"Tenka is already running at {running}", flush=True)
        if browser:
            webbrowser.open(running)
        return
    with bind_near(port) as door, suppress(KeyboardInterrupt):
        Home(door, browser=browser).run(sockets=[door])
    _noted().unlink(missing_ok=True)


def bind_near(port: int) -> socket.socket:
    """A loopback socket at the port, one soon after it or, if all are taken, any."""
    for candidate in (*range(port, min(port + NEAR, 65536)), 0):
        door = socket.socket()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind(("127.0.0.1", candidate))
            door.listen()
        except OSError:
            door.close()
        else:
            return door
    raise OSError("no port is free on this machine")


def _noted() -> Path:
    """Where the address of the server that is at the user's own file is written."""
    folder = Path(platformdirs.user_data_dir("tenka", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "address"


def _running() -> str | None:
    with suppress(OSError):
        address = _noted().read_text(encoding="ascii")
        with urllib.request.urlopen(f"{address}/healthz", timeout=3):  # noqa: S310  (we wrote it)
            return address
    return None


def _show(address: str) -> None:
    """Open the browser; some browsers keep their caller waiting."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
