"""Signed cookies: one per table with the tokens of the browser's seats, one per browser with its guest id for saves."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Mapping

from litestar.datastructures import Cookie

SEATS_COOKIE, GUEST_COOKIE = "seats", "guest"
YEAR = 365 * 86_400
MAX_SEATS = 16  # in one cookie


class CookieSigner:
    """Signs and verifies cookie values with the server's secret key; a signature is valid for one cookie name only."""

    def __init__(self, key: str) -> None:
        self.key = key.encode()

    def sign(self, cookie: str, text: str) -> str:
        body = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
        return f"{body}.{self._signature(cookie, body)}"

    def verify(self, cookie: str, signed: str) -> str | None:
        """Returns the text of a signed cookie, or None if the signature is false or belongs to another cookie."""
        body, _, signature = signed.partition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(cookie, body).encode()):
            return None
        try:
            return base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)).decode()
        except (binascii.Error, UnicodeDecodeError):
            return None

    def _signature(self, cookie: str, body: str) -> str:
        return hmac.new(self.key, f"{cookie}.{body}".encode(), hashlib.sha256).hexdigest()[:32]


def read_seat_tokens(signer: CookieSigner, cookies: Mapping[str, str], table: str) -> dict[int, str]:
    """Returns the secret seat tokens of a table from a browser's cookies, by seat; empty without a valid cookie."""
    text = signer.verify(SEATS_COOKIE, cookies.get(SEATS_COOKIE, ""))
    document = json.loads(text) if text else None
    if not isinstance(document, dict) or document.get("table") != table:
        return {}
    return {int(seat): str(token) for seat, token in document["seats"].items()}


def seats_cookie(signer: CookieSigner, table: str, tokens: Mapping[int, str], secure: bool) -> Cookie:
    """Returns the signed cookie with a browser's seat tokens at a table; it is sent to that table's API path only."""
    document = {"table": table, "seats": {str(seat): token for seat, token in list(tokens.items())[-MAX_SEATS:]}}
    return _make_cookie(SEATS_COOKIE, signer.sign(SEATS_COOKIE, json.dumps(document)), f"/api/tables/{table}", secure)


def read_guest_id(signer: CookieSigner, cookies: Mapping[str, str]) -> str | None:
    return signer.verify(GUEST_COOKIE, cookies.get(GUEST_COOKIE, ""))


def guest_cookie(signer: CookieSigner, guest: str, secure: bool) -> Cookie:
    return _make_cookie(GUEST_COOKIE, signer.sign(GUEST_COOKIE, guest), "/api", secure)


def _make_cookie(name: str, value: str, path: str, secure: bool) -> Cookie:
    return Cookie(name, path=path, value=value, max_age=YEAR, httponly=True, samesite="strict", secure=secure)
