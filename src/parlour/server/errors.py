"""Refusals of the server: a code for programs and a sentence for people. A refused request changes nothing."""

from __future__ import annotations

import msgspec

UNREADABLE = (msgspec.MsgspecError, RecursionError, UnicodeDecodeError)  # what decoding a malformed document raises
HTTP_STATUS = {
    "malformed": 400,
    "setup": 400,
    "token": 403,
    "watcher": 403,
    "origin": 403,
    "unsavable": 403,
    "missing": 404,
    "taken": 409,
    "full": 409,
    "begun": 409,
    "waiting": 409,
    "playing": 409,
    "over": 409,
    "exists": 409,
    "stale": 409,
    "illegal": 409,
    "undo": 409,
    "vote": 409,
    "closed": 410,
    "oversized": 413,
    "rate": 429,
    "limit": 429,
    "storage": 503,
}


class Refused(Exception):
    def __init__(self, code: str, sentence: str, rule: str = "server") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule

    def document(self) -> dict[str, str]:
        return {"code": self.code, "rule": self.rule, "sentence": self.sentence}

    def status(self) -> int:
        return HTTP_STATUS.get(self.code, 400)
