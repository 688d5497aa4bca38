"""The client end of a contest socket: JSON objects, each followed by the byte 0x04, read as Joueur.py reads them."""

from __future__ import annotations

import json
import socket
import time
from typing import Any, Final

EOT: Final = "\x04"
READ_SIZE: Final = 1024


class ClosedWithoutMessage(Exception):
    """The server closed the connection without `over` or `fatal`; a Joueur client would loop for ever."""


class ReadTimeout(Exception):
    """The server sent nothing within the timeout."""


class JoueurSocket:
    def __init__(self, host: str, port: int, patience: float = 60.0) -> None:
        self.host = host
        self.timeout = patience
        self.socket = socket.create_connection((host, port), timeout=patience)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.partial = ""
        self.unread: list[str] = []  # complete messages not yet returned, newest first

    def send(self, event: str, data: Any = None) -> None:
        self.send_bytes(json.dumps({"event": event, "data": data, "sentTime": int(time.time())}).encode() + b"\x04")

    def send_bytes(self, piece: bytes) -> None:
        self.socket.sendall(piece)

    def receive_text(self) -> str:
        """Returns the next message unparsed. Every piece is decoded on its own: a split character is an error."""
        while not self.unread:
            try:
                piece = self.socket.recv(READ_SIZE)
            except TimeoutError:
                raise ReadTimeout(f"nothing came for {self.timeout} s") from None
            if not piece:
                raise ClosedWithoutMessage("the socket was closed without a word")
            *whole, self.partial = (self.partial + piece.decode("utf-8")).split(EOT)
            self.unread = [text for text in reversed(whole) if text]
        return self.unread.pop()

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.receive_text())
        return message

    def closes_within(self, within: float = 10.0) -> bool:
        """Returns whether the server closes the connection in time; messages before that are ignored."""
        self.socket.settimeout(within)
        try:
            while self.socket.recv(READ_SIZE):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True

    def close(self) -> None:
        self.socket.close()
