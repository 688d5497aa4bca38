"""Small builders for tests that need a table."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games import find
from parlour.kernel.game import read_answers
from parlour.table.dealer import nonces_from, secret_from
from parlour.table.messages import Receipt, Refusal
from parlour.table.seat import Seat
from parlour.table.table import Keep, Table, forget
from tests import stalls


def magpie_table(players: Sequence[str] = ("human", "human"), *, seed: int = 1, keep: Keep = forget) -> Table:
    names = ("Ann", "Bob", "Cy", "Dot", "Eve")
    seats = [Seat(name, player) for name, player in zip(names, players, strict=False)]
    secret = secret_from(seed)
    table = Table(find("magpie"), {}, seats, secret=secret, nonces=nonces_from(secret, len(seats)), keep=keep)
    table.begin()
    return table


def bones_table(*, seed: int = 1, tutorial: bool = False, keep: Keep = forget) -> Table:
    secret = secret_from(seed)
    options = {"tutorial": tutorial}
    table = Table(find("bones"), options, [Seat("Ann")], secret=secret, nonces=nonces_from(secret, 1), keep=keep)
    table.begin()
    return table


def town_table(*, seed: int = 1) -> Table:
    """A game with a coach of its own, who has not to learn first."""
    secret = secret_from(seed)
    table = Table(find("harmonictook"), {}, [Seat("Ann"), Seat("Bob")], secret=secret, nonces=nonces_from(secret, 2))
    table.begin()
    return table


def stalls_table(player: str = "human", *, seed: int = 3) -> Table:
    """A market with wares of a file."""
    secret = secret_from(seed)
    seats = [Seat("Ann"), Seat("Bob", player)]
    table = Table(stalls.GAME, {"wares": stalls.FRUIT}, seats, secret=secret, nonces=nonces_from(secret, 2))
    table.begin()
    return table


def take_all(table: Table) -> list[str]:
    """Everything on the market is taken; what was said, in notation."""
    said = []
    while not table.over():
        seat = table.owing()[0]
        view = table.view(seat)
        assert isinstance(view, stalls.StallsView)
        said.append(table.game.words.notation(1 + view.ware))
        take(table, seat, said[-1])
    return said


def say(table: Table, seat: int, notation: str) -> Receipt | Refusal:
    """An answer by its notation, to the question that is open."""
    actions = read_answers(table.game, notation)
    assert actions is not None
    return table.answer(seat, table.question[seat], actions)


def take(table: Table, seat: int, notation: str) -> Receipt:
    """The same, which must be taken."""
    receipt = say(table, seat, notation)
    assert isinstance(receipt, Receipt), receipt
    return receipt


def refused(answer: Receipt | Refusal) -> Refusal:
    assert isinstance(answer, Refusal), answer
    return answer


def play_out(table: Table) -> None:
    """Everybody gives the default answer until the match is over."""
    while not table.over():
        for seat in table.owing():
            table.lapse(seat, table.question[seat], "played out")
