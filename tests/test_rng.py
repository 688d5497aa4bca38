"""The random number stream is frozen: another output would change every recorded simulation."""

from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from parlour.kernel.rng import Rng, bot_stream, match_seed


def test_the_stream_is_frozen() -> None:
    rng = Rng(12345, 7)
    assert [rng.next() for _ in range(6)] == [575258202, 3715997702, 1255642335, 1084122116, 3279239821, 373111113]


def test_the_seeds_of_a_series_are_frozen() -> None:
    assert [match_seed(1, index) for index in range(3)] == [
        948742329087277288,
        1822395594369589974,
        1302244781844344868,
    ]


def test_seeding_again_repeats_the_stream() -> None:
    rng = Rng(99, 3)
    first = [rng.next() for _ in range(5)]
    rng.seed(99, 3)
    assert [rng.next() for _ in range(5)] == first


def test_streams_and_seeds_differ() -> None:
    starts = {Rng(seed, stream).next() for seed in range(20) for stream in range(20)}
    assert len(starts) > 395


def test_bot_streams_never_meet() -> None:
    assert len({int(bot_stream(seat, turn)) for seat in range(10) for turn in range(1000)} | {0}) == 10001


@given(st.integers(0, 2**62), st.integers(1, 2**31))
def test_below_stays_below(seed: int, n: int) -> None:
    assert 0 <= Rng(seed).below(n) < n


def test_below_is_fair() -> None:
    rng = Rng(5)
    counts = [0] * 6
    for _ in range(6000):
        counts[rng.below(6)] += 1
    assert all(850 < count < 1150 for count in counts)


def test_weights_are_respected() -> None:
    rng = Rng(6)
    odds = vec[i64]([1, 0, 3])
    counts = [0, 0, 0]
    for _ in range(4000):
        counts[rng.weighted_index(odds)] += 1
    assert counts[1] == 0
    assert 850 < counts[0] < 1150
