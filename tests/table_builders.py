"""Small builders for tests that need a table."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games import find
from parlour.kernel.answers import read_answers
from parlour.table.bot_worker import BotWorker, apply_bot_answer
from parlour.table.dealer import nonces_from_secret, secret_from_seed
from parlour.table.seat import Seat
from parlour.table.table import StoreLines, Table, discard_lines
from parlour.table.table_types import Receipt, TableRefusal
from tests import file_option_game


def magpie_table(
    players: Sequence[str] = ("human", "human"), *, seed: int = 1, keep: StoreLines = discard_lines
) -> Table:
    names = ("Ann", "Bob", "Cy", "Dot", "Eve")
    seats = [Seat(name, player) for name, player in zip(names, players, strict=False)]
    secret = secret_from_seed(seed)
    table = Table(
        find("magpie"), {}, seats, secret=secret, nonces=nonces_from_secret(secret, len(seats)), store_lines=keep
    )
    table.begin()
    return table


def bones_table(*, seed: int = 1, tutorial: bool = False, keep: StoreLines = discard_lines) -> Table:
    secret = secret_from_seed(seed)
    options = {"tutorial": tutorial}
    table = Table(
        find("bones"), options, [Seat("Ann")], secret=secret, nonces=nonces_from_secret(secret, 1), store_lines=keep
    )
    table.begin()
    return table


def harmonictook_table(*, seed: int = 1) -> Table:
    """Returns a table of a game whose own coach needs no training first."""
    secret = secret_from_seed(seed)
    table = Table(
        find("harmonictook"), {}, [Seat("Ann"), Seat("Bob")], secret=secret, nonces=nonces_from_secret(secret, 2)
    )
    table.begin()
    return table


def file_option_table(player: str = "human", *, seed: int = 3) -> Table:
    """Returns a table of the market game with wares from a file."""
    secret = secret_from_seed(seed)
    seats = [Seat("Ann"), Seat("Bob", player)]
    table = Table(
        file_option_game.GAME,
        {"wares": file_option_game.FRUIT_FILE},
        seats,
        secret=secret,
        nonces=nonces_from_secret(secret, 2),
    )
    table.begin()
    return table


def take_every_ware(table: Table) -> list[str]:
    """Takes every ware on the market, and returns the answers in notation."""
    answers = []
    while not table.match.over():
        seat = table.match.owing()[0]
        view = table.match.view(seat)
        assert isinstance(view, file_option_game.FileOptionView)
        answers.append(table.game.text.notation(1 + view.ware))
        submit_accepted(table, seat, answers[-1])
    return answers


def submit_answer(table: Table, seat: int, notation: str) -> Receipt | TableRefusal:
    """Answers the open question with a notation."""
    actions = read_answers(table.game, notation)
    assert actions is not None
    return table.answer(seat, table.match.question_number[seat], actions)


def submit_accepted(table: Table, seat: int, notation: str) -> Receipt:
    """Submits an answer that must be accepted."""
    receipt = submit_answer(table, seat, notation)
    assert isinstance(receipt, Receipt), receipt
    return receipt


def expect_refusal(answer: Receipt | TableRefusal) -> TableRefusal:
    assert isinstance(answer, TableRefusal), answer
    return answer


def play_to_end(table: Table) -> None:
    """Gives the default answer to every question until the match is over."""
    while not table.match.over():
        for seat in table.match.owing():
            table.answer_by_default(seat, table.match.question_number[seat], "played out")


def answer_with_bot(worker: BotWorker, table: Table) -> bool:
    """Lets one bot that owes an answer at the table give it. Returns False if no bot owes one."""
    for task in table.bot_tasks():
        apply_bot_answer(table, task, worker.answer_task(table.game, table.options, task))
        return True
    return False


def end_overdue_turns(table: Table) -> None:
    """Lets every seat whose game clock has run out lose or give the default answer, as the server does regularly."""
    if table.match.clock is not None:
        for seat in table.match.clock.expired_seats():
            table.handle_timeout(seat)
