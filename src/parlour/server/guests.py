"""Cookies: signed, so that nobody makes up their own. One a table holds seats, one a browser its saves."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Mapping

from litestar.datastructures import Cookie

SEATS, GUEST = "seats", "guest"
YEAR = 365 * 86_400
MOST = 16  # seats one cookie holds


class Signer:
    """A mark on a text says that it is ours, and which cookie it is for."""

    def __init__(self, key: str) -> None:
        self.key = key.encode()

    def sign(self, cookie: str, text: str) -> str:
        body = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
        return f"{body}.{self._mark(cookie, body)}"

    def read(self, cookie: str, signed: str) -> str | None:
        """What was signed; None if it was not, or not by us, or for another cookie."""
        body, _, mark = signed.partition(".")
        if not hmac.compare_digest(mark.encode(), self._mark(cookie, body).encode()):
            return None
        try:
            return base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)).decode()
        except (binascii.Error, UnicodeDecodeError):
            return None

    def _mark(self, cookie: str, body: str) -> str:
        return hmac.new(self.key, f"{cookie}.{body}".encode(), hashlib.sha256).hexdigest()[:32]


def tokens_of(signer: Signer, cookies: Mapping[str, str], table: str) -> dict[int, str]:
    """The seats of a table that a browser holds."""
    text = signer.read(SEATS, cookies.get(SEATS, ""))
    document = json.loads(text) if text else None
    if not isinstance(document, dict) or document.get("table") != table:
        return {}
    return {int(seat): str(token) for seat, token in document["seats"].items()}


def seats_cookie(signer: Signer, table: str, tokens: Mapping[int, str], secure: bool) -> Cookie:
    """Goes to this table's addresses only."""
    document = {"table": table, "seats": {str(seat): token for seat, token in list(tokens.items())[-MOST:]}}
    return _cookie(SEATS, signer.sign(SEATS, json.dumps(document)), f"/api/tables/{table}", secure)


def guest_of(signer: Signer, cookies: Mapping[str, str]) -> str | None:
    return signer.read(GUEST, cookies.get(GUEST, ""))


def guest_cookie(signer: Signer, guest: str, secure: bool) -> Cookie:
    return _cookie(GUEST, signer.sign(GUEST, guest), "/api", secure)


def _cookie(name: str, value: str, path: str, secure: bool) -> Cookie:
    return Cookie(name, path=path, value=value, max_age=YEAR, httponly=True, samesite="strict", secure=secure)
