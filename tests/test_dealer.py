"""The dealers: the outcomes are those that were committed to."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest

from parlour.games import find
from parlour.kernel.problem import Problem
from parlour.kernel.record import Header, record_lines
from parlour.table.dealer import (
    CommittedDealer,
    FastDealer,
    bot_seed,
    commitment,
    dealer_for_record,
    fresh_nonce,
    fresh_secret,
    nonces_from_secret,
    secret_from_seed,
)
from tests.table_builders import bones_table, play_to_end

SECRET = bytes(range(32))


def test_the_stream_is_as_documented() -> None:
    """Implements the documentation again: HMAC blocks, eight big-endian numbers each, rejection."""
    key = hmac.new(SECRET, b"parlour dealer 1\naa\nbb", hashlib.sha256).digest()
    numbers: list[int] = []
    for block in range(3):
        raw = hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
        numbers += [int.from_bytes(raw[at : at + 4], "big") for at in range(0, 32, 4)]
    dealer = CommittedDealer(SECRET, ["aa", "bb"])
    assert [dealer.next() for _ in range(24)] == numbers


def test_numbers_that_would_be_unfair_are_left_out() -> None:
    n = 2**31 + 1
    plain = CommittedDealer(SECRET, [])
    fair = [number for number in (plain.next() for _ in range(50)) if number < 2**32 - 2**32 % n]
    dealer = CommittedDealer(SECRET, [])
    assert [dealer.below(n) for _ in range(5)] == [number % n for number in fair[:5]]


def test_one_outcome_needs_no_number() -> None:
    dealer = CommittedDealer(SECRET, [])
    assert dealer.below(1) == 0
    assert dealer.block == 0


def test_every_nonce_matters() -> None:
    first = [CommittedDealer(SECRET, nonces).next() for nonces in (["a", "b"], ["a", "c"], ["b", "a"], ["ab", ""])]
    assert len(set(first)) == 4


def test_outcomes_are_fair_and_weighted() -> None:
    state = find("magpie").start(2, {"stones": 15}, None)
    dealer = CommittedDealer(SECRET, [])
    counts = [0] * 6
    for _ in range(3000):
        counts[dealer.draw(state)] += 1
    assert all(400 < count < 600 for count in counts)
    state.bag[0] = 0  # type: ignore[attr-defined]
    assert all(dealer.draw(state) != 0 for _ in range(300))


def test_equal_outcomes_need_no_weights() -> None:
    state = find("bones").start(1, {"tutorial": True, "boss": "Volo"}, None)
    assert {CommittedDealer(SECRET, [str(nonce)]).draw(state) < 216 for nonce in range(50)} == {True}


def test_a_copy_goes_on_at_the_same_point() -> None:
    dealer = CommittedDealer(SECRET, ["a"])
    dealer.next()
    twin = dealer.copy()
    assert [twin.next() for _ in range(10)] == [dealer.next() for _ in range(10)]


def test_seeds_make_secrets_and_bots_never_share_the_dice() -> None:
    assert secret_from_seed(7) == secret_from_seed(7) != secret_from_seed(8)
    assert len(set(nonces_from_secret(SECRET, 5))) == 5
    assert len({bot_seed(SECRET, seat) for seat in range(5)}) == 5
    assert all(0 <= bot_seed(SECRET, seat) < 2**62 for seat in range(5))
    assert len(fresh_secret()) == 32
    assert fresh_nonce() != fresh_nonce()


def test_only_the_committed_seed_is_accepted() -> None:
    header = Header(
        "magpie",
        1,
        {},
        ("a", "b"),
        ("human", "human"),
        "committed",
        commitment=commitment(SECRET),
        nonces=("aa", "bb"),
    )
    assert isinstance(dealer_for_record(header, SECRET.hex()), CommittedDealer)
    for seed in ("", "zz", "00" * 32):
        with pytest.raises(Problem, match="committed"):
            dealer_for_record(header, seed)
    assert isinstance(dealer_for_record(header._replace(dealer="fast", seed=4), ""), FastDealer)
    for nonces in ((), ("aa",), ("aa", "zz"), ("aa", ""), ("aa\nbb", "cc"), ("aa", "b" * 65)):
        with pytest.raises(Problem, match="nonce"):
            dealer_for_record(header._replace(nonces=nonces), SECRET.hex())


def test_the_page_on_records_is_enough_to_check_the_dice() -> None:
    """Proves a match by hand from docs/records.md: chain, commitment, key, blocks and rejection."""
    table = bones_table(tutorial=True, seed=9)
    play_to_end(table)
    link = ""
    for line in record_lines(table.record()):
        body, _, chain = line.rpartition(',"chain":"')
        link = hashlib.sha256(f"{link}{body}}}".encode()).hexdigest()[:16]
        assert chain == f'{link}"}}'
    header, secret = json.loads(record_lines(table.record())[0]), bytes.fromhex(table.record().seed())
    assert hashlib.sha256(secret).hexdigest() == header["commitment"]
    key = hmac.new(secret, "\n".join(["parlour dealer 1", *header["nonces"]]).encode(), hashlib.sha256).digest()
    raw = b"".join(hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest() for block in range(99))
    numbers = (int.from_bytes(raw[at : at + 4], "big") for at in range(0, len(raw), 4))
    for entry in table.record().entries:
        if entry.kind == "dealt":
            n = {"low": 2, "high": 2}.get(entry.text, 216 if " " in entry.text else 6)
            number = next(number for number in numbers if number < 2**32 - 2**32 % n) % n
            dice = [number // 36 + 1, number // 6 % 6 + 1, number % 6 + 1]
            shown = {2: ("low", "high")[number % 2], 6: str(number + 1), 216: " ".join(map(str, dice))}[n]
            assert entry.text == shown
