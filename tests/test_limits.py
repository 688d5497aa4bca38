"""Rate limits: excess is refused, legitimate use never is, and memory stays bounded."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.server.rate_limits import MINUTE, Limits, RateLimiter, TokenBucket, client_network

ANN, BOB = "192.0.2.1", "192.0.2.2"


class ManualTime:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> ManualTime:
    return ManualTime()


def test_a_bucket_gives_its_burst_and_then_its_rate(clock: ManualTime) -> None:
    bucket = TokenBucket(20, 60, clock)
    assert [bucket.take() for _ in range(61)] == [True] * 60 + [False]
    clock.time += 0.5
    assert [bucket.take() for _ in range(11)] == [True] * 10 + [False]
    clock.time += 3600
    assert [bucket.take() for _ in range(61)] == [True] * 60 + [False]


def test_what_is_refused_costs_nothing(clock: ManualTime) -> None:
    bucket = TokenBucket(1, 10, clock)
    assert not bucket.take(11)
    assert bucket.take(10)
    assert not bucket.take(0.5)
    clock.time -= 100  # a clock that goes backwards changes nothing
    assert not bucket.take(0.5)
    clock.time += 0.5
    assert bucket.take(0.5)


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 5), st.integers(1, 8)), max_size=60))
def test_no_bucket_gives_more_than_burst_and_rate_allow(requests: list[tuple[float, int]]) -> None:
    clock = ManualTime()
    bucket = TokenBucket(4, 10, clock)
    given_out = 0
    for pause, cost in requests:
        clock.time += pause
        given_out += cost * bucket.take(cost)
        assert given_out <= 10 + 4 * (clock.time - 1000.0) + 1e-6


def test_requests_are_counted_by_address(clock: ManualTime) -> None:
    addresses = RateLimiter(Limits(requests_per_minute=60), clock)
    assert [addresses.allow_request(ANN) for _ in range(61)] == [True] * 60 + [False]
    assert addresses.allow_request(BOB)
    clock.time += 2
    assert [addresses.allow_request(ANN) for _ in range(3)] == [True, True, False]


def test_tables_are_counted_over_any_minute(clock: ManualTime) -> None:
    addresses = RateLimiter(Limits(tables_per_minute=2), clock)
    assert addresses.allow_table(ANN)
    clock.time += 40
    assert addresses.allow_table(ANN)
    assert not addresses.allow_table(ANN)
    assert addresses.allow_table(BOB)
    clock.time += 20
    assert addresses.allow_table(ANN)
    assert not addresses.allow_table(ANN)
    clock.time += 39
    assert not addresses.allow_table(ANN)
    clock.time += 1
    assert addresses.allow_table(ANN)


def test_sockets_are_counted_while_they_are_open(clock: ManualTime) -> None:
    addresses = RateLimiter(Limits(sockets_per_address=2), clock)
    assert [addresses.open_socket(ANN) for _ in range(3)] == [True, True, False]
    assert addresses.open_socket(BOB)
    addresses.close_socket(ANN)
    assert addresses.open_socket(ANN)
    assert not addresses.open_socket(ANN)
    for _ in range(5):
        addresses.close_socket(BOB)
    assert [addresses.open_socket(BOB) for _ in range(3)] == [True, True, False]


def test_an_idle_address_is_forgotten_a_connected_one_is_not(clock: ManualTime) -> None:
    addresses = RateLimiter(Limits(sockets_per_address=1), clock)
    assert addresses.open_socket(ANN)
    for number in range(100):
        addresses.allow_request(f"198.51.100.{number}")
    assert len(addresses.usage) == 101
    clock.time += MINUTE
    for _ in range(100):
        addresses.allow_request(BOB)
    assert addresses.usage.keys() == {ANN, BOB}
    assert not addresses.open_socket(ANN)


def test_forgetting_the_idle_gives_nobody_more_than_waiting_would(clock: ManualTime) -> None:
    remembering, forgetting = RateLimiter(Limits(), clock), RateLimiter(Limits(), clock)
    for _ in range(700):
        assert remembering.allow_request(ANN) == forgetting.allow_request(ANN)
    clock.time += MINUTE
    for _ in range(5):
        forgetting.allow_request(BOB)
    assert ANN not in forgetting.usage
    assert [remembering.allow_request(ANN) for _ in range(700)] == [forgetting.allow_request(ANN) for _ in range(700)]


def test_a_flood_of_addresses_does_not_fill_the_memory(clock: ManualTime) -> None:
    addresses = RateLimiter(Limits(), clock, max_addresses=50)
    for number in range(20):
        assert addresses.open_socket(f"203.0.113.{number}")
    for number in range(5000):
        addresses.allow_request(f"10.0.{number // 256}.{number % 256}")
    assert len(addresses.usage) <= 50 + 20 + 1
    for number in range(20):
        assert addresses.usage[f"203.0.113.{number}"].open_sockets == 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::1%eth1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("", "", True),
        ("x" * 1000, "x" * 2000, True),
        ("testclient", "", False),
    ],
)
def test_addresses_that_count_as_one(one: str, other: str, same: bool) -> None:
    assert (client_network(one) == client_network(other)) is same


def test_the_usual_limits_are_those_the_protocol_names() -> None:
    limits = Limits()
    assert (limits.message_bytes, limits.chat_length, limits.hello_timeout) == (16_384, 300, 10.0)
    assert Limits(chat_length=5).chat_length == 5
