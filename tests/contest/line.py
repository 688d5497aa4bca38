"""One end of a contest socket: JSON objects, each followed by the byte 0x04, read as Joueur.py reads them."""

from __future__ import annotations

import json
import socket
import time
from typing import Any, Final

EOT: Final = "\x04"
PIECE: Final = 1024


class Hung(Exception):
    """The server went away without `over` or `fatal`; a Joueur client would now spin for ever."""


class Silent(Exception):
    """Nothing came for longer than a patient client waits."""


class Line:
    def __init__(self, host: str, port: int, patience: float = 60.0) -> None:
        self.host = host
        self.patience = patience
        self.socket = socket.create_connection((host, port), timeout=patience)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = ""
        self.waiting: list[str] = []  # whole messages not yet taken, newest first

    def say(self, event: str, data: Any = None) -> None:
        self.raw(json.dumps({"event": event, "data": data, "sentTime": int(time.time())}).encode() + b"\x04")

    def raw(self, piece: bytes) -> None:
        self.socket.sendall(piece)

    def text(self) -> str:
        """The next message as it came. Every piece is decoded on its own: a character cut in two is an error."""
        while not self.waiting:
            try:
                piece = self.socket.recv(PIECE)
            except TimeoutError:
                raise Silent(f"nothing came for {self.patience} s") from None
            if not piece:
                raise Hung("the socket was closed without a word")
            *whole, self.rest = (self.rest + piece.decode("utf-8")).split(EOT)
            self.waiting = [text for text in reversed(whole) if text]
        return self.waiting.pop()

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.text())
        return message

    def closed(self, within: float = 10.0) -> bool:
        """True if the server closes in time, whatever else it may still say."""
        self.socket.settimeout(within)
        try:
            while self.socket.recv(PIECE):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True

    def close(self) -> None:
        self.socket.close()
