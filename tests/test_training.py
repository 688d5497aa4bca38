"""`parlour train` and the bot `learned`: what is learned, what is stored, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

import parlour
from parlour.bots import available_bots, make_bot
from parlour.bots.learned import Learned
from parlour.bots.model_file import (
    ModelHeader,
    closest_model,
    game_models,
    model_files,
    read_header,
    read_weights,
    write_model,
)
from parlour.bots.network_model import NetworkModel
from parlour.cli.parser import parse_and_run
from parlour.games import find, names
from parlour.kernel.features import FeatureRow, Features
from parlour.kernel.game import Game, prepare_options
from parlour.kernel.match import ask_bot, play_out_match
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem
from parlour.kernel.state import State, first_owing
from parlour.kernel.study import Study
from parlour.server.json_documents import game_document
from parlour.training.checkpoint import export_model, flat_weights, layers_from_model, load_checkpoint, save_checkpoint
from parlour.training.evaluation import measure
from parlour.training.learner import LessonFigures, learn, policy_gradient
from parlour.training.legal_choices import legal_choices
from parlour.training.network import Adam, Layers, hidden_sizes, new_layers, run_backward, run_columns, run_forward
from parlour.training.run_training import FINAL_MATCHES, Training, load_start, score_rows
from parlour.training.self_play import Decisions, SelfPlay
from parlour.training.training_plan import TrainingPlan, make_plan
from parlour.training.training_report import training_command
from tests.outsider.pebbles import GAME as PEBBLES
from tests.outsider.pebbles import Pebbles

MAGPIE = find("magpie")
MAX_HEAP = 40


def read_heap(state: State, seat: i64) -> vec[i64]:
    assert isinstance(state, Pebbles)
    return vec[i64]([int(state.heap == size) for size in range(MAX_HEAP)])


HEAP = Features([f"heap {size}" for size in range(MAX_HEAP)], read_heap)
HEAP_ROWS = np.eye(MAX_HEAP, dtype=np.float32)  # the features of all heaps
LEARNABLE_PEBBLES = PEBBLES._replace(study=Study(features=HEAP))  # somebody else's game, with features


def plan_for(game: Game, games: int, *, seed: int = 1, rivals: tuple[str, ...] = ()) -> TrainingPlan:
    return make_plan(
        TrainingPlan(
            game=game, options={}, seats=(2,), rivals=rivals, seed=seed, minutes=0, games=games, jobs=1, hidden=(16, 8)
        )
    )


def train_into(folder: Path, plan: TrainingPlan) -> Training:
    folder.mkdir(exist_ok=True)
    training = Training(plan, folder, load_start(plan, folder, False, "nothing"), lambda line: None)
    training.run(patience=0)
    return training


def random_layers(features: int, actions: int, seats: int) -> Layers:
    rng = np.random.default_rng(5)
    layers = new_layers(features, (16, 8), actions, seats, rng)
    return Layers(*(layer + rng.normal(0, 0.3, layer.shape).astype(np.float32) for layer in layers))


def write_random_model(path: Path, game: Game, sample: bool = False) -> Layers:
    width, actions, heads = len(game.study.features.names), game.actions, max(game.seats)
    layers = random_layers(width, actions, heads)
    header = ModelHeader(game.name, width, actions, (16, 8), heads, game.seats, {}, sample, {})
    write_model(path, header, flat_weights(layers))
    return layers


def test_the_same_seed_gives_the_same_weights(tmp_path: Path) -> None:
    first, again, other = (
        train_into(tmp_path / str(number), plan_for(MAGPIE, 1, seed=seed)) for number, seed in enumerate((7, 7, 8))
    )
    assert first.facts["rounds"] == 1
    assert all(np.array_equal(*pair) for pair in zip(first.progress.layers, again.progress.layers, strict=True))
    assert not np.array_equal(first.progress.layers.input_weights, other.progress.layers.input_weights)


def test_a_checkpoint_holds_everything_and_only_its_own_plan_resumes_it(tmp_path: Path) -> None:
    plan = plan_for(MAGPIE, 1)
    made = train_into(tmp_path, plan).progress
    found = load_checkpoint(tmp_path, plan)
    assert found.facts == made.facts
    for stored, kept in ((found.layers, made.layers), (found.best, made.best), (found.adam.squares, made.adam.squares)):
        assert all(np.array_equal(*pair) for pair in zip(stored, kept, strict=True))
    assert len(found.league) == len(made.league)
    assert found.adam.steps == made.adam.steps
    resumed = Training(plan_for(MAGPIE, made.facts["games"] + 1), tmp_path, found, lambda line: None)
    resumed.run(patience=0)
    assert resumed.facts["rounds"] == 2
    with pytest.raises(Problem, match="other seats, options or layers"):
        load_checkpoint(tmp_path, replace(plan, hidden=(8, 8)))
    without_sizes = load_checkpoint(tmp_path, replace(plan, hidden=None))
    assert hidden_sizes(without_sizes.layers) == (16, 8)
    with pytest.raises(Problem, match="no checkpoint"):
        load_checkpoint(tmp_path / "elsewhere", plan)


def test_a_damaged_checkpoint_is_refused_in_one_sentence(tmp_path: Path) -> None:
    plan = plan_for(LEARNABLE_PEBBLES, 1, rivals=("random",))
    save_checkpoint(tmp_path, plan, load_start(plan, tmp_path, False, "nothing"))
    path = tmp_path / "checkpoint.npz"
    whole = path.read_bytes()
    flipped = [
        whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :] for at in range(0, len(whole), len(whole) // 50)
    ]
    refused = 0
    for damaged in (b"", whole[:100], whole[: len(whole) // 2], whole[:-1], *flipped):
        path.write_bytes(damaged)
        try:
            load_checkpoint(tmp_path, plan)
        except Problem as problem:
            assert "is damaged; delete it" in str(problem)  # noqa: PT017
            refused += 1
    assert refused > 40  # a flipped bit in the time of a file harms nobody


def test_somebody_elses_game_is_learned(tmp_path: Path) -> None:
    training = train_into(tmp_path, plan_for(LEARNABLE_PEBBLES, 8_000, rivals=("random",)))
    score = measure(training.progress.layers, LEARNABLE_PEBBLES, training.plan.options, 2, "random", 200, seed=3)
    assert score.low > 0.6
    assert score.elo > 70


def test_the_returns_of_a_match_are_its_shares_of_the_win() -> None:
    env = parlour.vector(LEARNABLE_PEBBLES, 4, seats=2, seed=1)
    layers = random_layers(MAX_HEAP, PEBBLES.actions, 2)
    made = SelfPlay(env, np.random.default_rng(1)).collect(layers, None, 200)
    assert np.all((made.returns >= 0) & (made.returns <= 1))
    last = np.flatnonzero(made.rows[:, 2] == 1)  # two pebbles are left: who takes both has won
    won = made.legal.action[made.chosen[last]] == 1
    assert np.allclose(made.returns[last[won]], [1.0, 0.0])
    lost = last[~won]
    assert np.all(made.returns[lost, 0] < made.returns[lost, 1])


def test_matches_that_are_cut_off_are_counted_but_nobody_lost_them() -> None:
    endless = LEARNABLE_PEBBLES._replace(traits=LEARNABLE_PEBBLES.traits._replace(limit=4))
    layers = random_layers(MAX_HEAP, PEBBLES.actions, 2)
    play = SelfPlay(parlour.vector(endless, 3, seats=2, options={"heap": 30}, seed=1), np.random.default_rng(1))
    made = play.collect(layers, None, 40)
    assert play.finished == 3 * 10
    assert len(made.rows) == 3 * 10 * 2  # of each match the first decision of each seat, which leads to its second
    later = run_forward(layers, HEAP_ROWS).shares
    assert all(np.isclose(later, row).all(axis=1).any() for row in made.returns)


def test_a_training_ends_even_if_all_matches_are_cut_off(tmp_path: Path) -> None:
    endless = LEARNABLE_PEBBLES._replace(traits=LEARNABLE_PEBBLES.traits._replace(limit=2))
    training = train_into(tmp_path, plan_for(endless, 100, rivals=("random",)))
    assert training.facts["games"] >= 100
    assert training.lesson == LessonFigures(0, 0.0, 0.0, 0.0)


def test_the_result_comes_from_fresh_matches(tmp_path: Path) -> None:
    """The better of two measurements flatters; so the way of answering that is chosen by them is measured again."""
    training = train_into(tmp_path, plan_for(LEARNABLE_PEBBLES, 1, rivals=("random",)))
    document = training.finish()
    tried, fresh = (
        score_rows(training.scores(training.progress.best, FINAL_MATCHES, number, document["draws_answers"]))
        for number in (len(document["curve"]), len(document["curve"]) + 1)
    )
    assert document["result"] == fresh
    assert fresh != tried


def test_rivals_answer_in_the_order_of_an_ordinary_match() -> None:
    """A learner that always came last would learn to rely on it, wherever answers are not sealed."""
    env = parlour.vector(MAGPIE, 8, seats=3, seed=1)
    play = SelfPlay(env, np.random.default_rng(1), rivals=("thrifty", "random"))
    layers = random_layers(len(MAGPIE.study.features.names), MAGPIE.actions, 5)
    asked = set()
    for _ in range(60):
        for match in range(8):
            state = env.lockstep.states[match]
            asked.add((int(env.seat[match]), bool(play.learner[match, env.seat[match]])))
            assert env.seat[match] == first_owing(state.owing)
        play.collect(layers, None, 1)
    assert asked == {(seat, own) for seat in range(3) for own in (False, True)}
    assert (play.learner.sum(axis=1) >= 1).all()


def test_opponents_of_the_environment_answer_in_that_order_too() -> None:
    env = parlour.vector(MAGPIE, 6, opponents=("thrifty", "random"), seed=1)
    for _ in range(30):
        later = [0b111 & -(1 << int(seat)) for seat in env.seat]
        assert [state.owing for state in env.lockstep.states] == later  # seats after the learner's have not answered
        env.step(env.legal.argmax(axis=1))


def test_a_teacher_is_copied() -> None:
    """Its answers are learned whatever they lead to: after some lessons the learner bids like `thrifty`."""
    env = parlour.vector(MAGPIE, 64, seats=2, seed=1)
    rng = np.random.default_rng(1)
    play = SelfPlay(env, rng, teacher="thrifty")
    layers = random_layers(len(MAGPIE.study.features.names), MAGPIE.actions, 5)
    adam = Adam(layers)
    before, *_, after = (
        learn(layers, adam, play.collect(layers, None, 48, taught=True), 0.003, 0.0, rng).entropy for _ in range(8)
    )
    assert after < before
    made = play.collect(layers, None, 48, taught=True)
    assert made.taught
    chances = np.exp(made.legal.log_chances(run_forward(layers, made.rows).logits))
    assert chances[made.chosen].mean() > 2 / made.legal.size.mean()  # a guess would have 1


def test_gradients_are_the_slopes_of_what_is_learned() -> None:
    """Compares the gradients with finite differences of the objective, for a few weights of every layer."""
    rng = np.random.default_rng(3)
    layers = Layers(*(layer.astype(np.float64) for layer in random_layers(6, 5, 2)))
    rows = rng.random((7, 6))
    legal = legal_choices(np.ones((7, 5), np.bool_))
    returns = rng.random((7, 2))
    advantage = rng.normal(size=7)
    chosen = legal.start + rng.integers(5, size=7)
    used, everything, entropy = np.arange(6), np.arange(7), 0.1
    old = legal.log_chances(run_columns(layers, rows, used).logits)[chosen]
    made = Decisions(rows, legal, chosen, old, advantage, returns, np.ones((7, 2)))

    def objective() -> float:
        seen = run_columns(layers, rows, used)
        log_chances = legal.log_chances(seen.logits.copy())
        gain = np.exp(log_chances[chosen] - old) * advantage
        disorder = -np.add.reduceat(np.exp(log_chances) * log_chances, legal.start)
        doubt = -(returns * np.log(seen.shares) + (1 - returns) * np.log(1 - seen.shares)).sum(axis=1)
        return float((doubt - gain - entropy * disorder).mean())

    seen = run_columns(layers, rows, used)
    by_logit, _, clipped = policy_gradient(seen.logits, made, everything, advantage, entropy)
    assert clipped == 0
    gradients = run_backward(layers, rows, used, seen, by_logit, (seen.shares - returns) / 7)
    for layer, gradient in zip(layers, gradients, strict=True):
        for at in rng.integers(layer.size, size=4):
            before, step = layer.flat[at], 1e-5
            layer.flat[at] = before + step
            above = objective()
            layer.flat[at] = before - step
            below = objective()
            layer.flat[at] = before
            assert gradient.flat[at] == pytest.approx((above - below) / (2 * step), rel=1e-3, abs=1e-6)


def test_the_bot_computes_what_the_network_computes(tmp_path: Path) -> None:
    game = find("hunter")
    layers = write_random_model(tmp_path / "a.model", game)
    header, weights = read_weights(tmp_path / "a.model")
    model = NetworkModel(header.features, header.hidden, header.actions, header.heads, list(weights), header.sample)
    env = parlour.vector(game, 3, seats=3, seed=2)
    for step in range(20):
        env.step(env.legal.argmax(axis=1) if step % 2 else env.legal.shape[1] - 1 - env.legal[:, ::-1].argmax(axis=1))
    seen = run_forward(layers, env.observation)
    for match in range(3):
        row = FeatureRow(header.features)
        game.study.features.write(env.lockstep.states[match], int(env.seat[match]), row)
        model.look(row)
        preferences = [model.preference(action) for action in range(game.actions)]
        assert preferences == pytest.approx(seen.logits[match].tolist(), abs=0.02)  # a model file has 16-bit floats
        shares = [model.share(distance) for distance in range(header.heads)]
        assert shares == pytest.approx(seen.shares[match].tolist(), abs=0.01)


def test_a_model_file_becomes_the_network_again(tmp_path: Path) -> None:
    plan = plan_for(MAGPIE, 1)
    training = train_into(tmp_path, plan)
    export_model(tmp_path / "magpie.model", plan, training.progress, training.progress.layers, sample=True)
    header, layers = layers_from_model(tmp_path / "magpie.model")
    assert (header.seats, header.options, header.sample) == ((2,), {}, True)
    seen = training.progress.features
    assert not seen.all()  # the seats that are not in play
    assert not layers.input_weights[~seen].any()
    kept = training.progress.layers.input_weights[seen]
    assert np.allclose(layers.input_weights[seen], kept, atol=1e-3)


def test_learned_plays_a_model_file_without_faults_and_repeats_itself(tmp_path: Path) -> None:
    path = tmp_path / "any.model"
    write_random_model(path, MAGPIE, sample=True)
    options = prepare_options(MAGPIE, 3, {})
    for _ in range(2):
        bots = [make_bot(MAGPIE, f"learned:{path}", options) for _ in range(3)]
        counts = play_out_match(MAGPIE.start(3, options, None), bots, 11, None)
        assert list(counts)[:3] == [0, 0, 0]
    state = MAGPIE.start(3, options, None)
    state.deal_outcome(5)
    answers = {int(ask_bot(make_bot(MAGPIE, f"learned:{path}"), state, 0, seed, 0)) for seed in range(30)}
    assert len(answers) > 3  # it draws them
    assert [int(ask_bot(make_bot(MAGPIE, f"learned:{path}"), state, 0, 4, 0)) for _ in range(3)].count(
        int(ask_bot(make_bot(MAGPIE, f"learned:{path}"), state, 0, 4, 0))
    ) == 3


def test_learned_says_what_it_expects(tmp_path: Path) -> None:
    write_random_model(tmp_path / "any.model", MAGPIE)
    bot = make_bot(MAGPIE, f"learned:{tmp_path / 'any.model'}")
    assert isinstance(bot, Learned)
    bot.explains = True
    state = MAGPIE.start(2, prepare_options(MAGPIE, 2, {}), None)
    state.deal_outcome(3)
    bot.choose(state, 0)
    assert bot.remark.startswith("Expects to win ")


def test_the_closest_model_is_chosen_by_options_then_seats() -> None:
    game = find("harmonictook")
    both: dict[str, Value] = {"harbor": True, "millionaires_row": True}

    def header(seats: tuple[int, ...], options: dict[str, Value]) -> ModelHeader:
        return ModelHeader(game.name, 1, 1, (1, 1), 5, seats, options, False, {})

    models = [
        (Path("two"), header((2,), {})),
        (Path("more"), header((3, 4), {})),
        (Path("both"), header((2, 3, 4, 5), both)),
    ]
    expected: list[tuple[dict[str, Value], int, str]] = [
        ({}, 2, "two"),
        ({}, 4, "more"),
        (both, 2, "both"),
        ({"harbor": True}, 3, "both"),
    ]
    expected += [({"starting_coins": 9}, 3, "more")]
    for options, seats, name in expected:
        assert closest_model(models, game, options, seats)[0] == Path(name)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("train stumped", "a model takes at most 4096"),
        ("train magpie --seats 9", "cannot be played with 9 seats"),
        ("train magpie --hidden 3", "give two sizes"),
        ("train magpie --games -1", "no budget"),
        ("train magpie --minutes nan", "no budget"),
        ("train magpie --games 9 --patience -1", "--patience is -1; give 0 or more"),
        ("train magpie --against nobody", "no bot 'nobody'"),
        ("train magpie --seats x", "--seats is 'x'"),
        ("train magpie --games 1 --jobs 0", "at least 1"),
        ("train magpie --games 1 --from nowhere.model --out OUT", "cannot be read"),
        ("train magpie --games 1 --hidden 8,8 --out OUT", "which --hidden cannot change"),
        ("train magpie --games 1 --resume --out OUT", "no checkpoint"),
        ("simulate magpie --bots learned:nowhere.model,random -n 1", "cannot be read"),
        ("simulate magpie --bots learned:OUT/bones.model,random -n 1", "was trained for bones"),
        ("simulate magpie --bots learned:OUT/broken.model,random -n 1", "is not a model file"),
    ],
)
def test_mistakes_are_explained_in_one_sentence(words: str, sentence: str, tmp_path: Path) -> None:
    write_random_model(tmp_path / "bones.model", find("bones"))
    (tmp_path / "broken.model").write_bytes(b"nothing")
    with pytest.raises(Problem, match=sentence):
        parse_and_run([word.replace("OUT", str(tmp_path)) for word in words.split()])


def test_games_without_features_cannot_be_trained() -> None:
    with pytest.raises(Problem, match="has no features"):
        plan_for(PEBBLES, 1)


def test_learned_is_listed_where_there_is_a_model() -> None:
    assert "learned" not in available_bots(PEBBLES)
    with pytest.raises(Problem, match="has no trained model"):
        make_bot(PEBBLES, "learned")


def test_the_command_trains_writes_a_report_and_the_model_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "train magpie --seats 2 --games 1 --jobs 2 --from nothing --hidden 8,8 --option stones=9 --json --out"
    assert parse_and_run([*words.split(), str(tmp_path)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["games"] >= 1
    assert [row["rival"] for row in document["result"]] == ["thrifty"]
    assert sum(row["decisions"] for row in document["reliability"]["2"]) > 1000
    command = training_command(document)
    assert command == (
        "parlour train magpie --seats 2 --against thrifty --games 1 --patience 10 --hidden 8,8 --from nothing --seed 1 "
        "--jobs 2 --option stones=9"
    )
    page = (tmp_path / "report.html").read_text("utf-8")
    assert command in page
    assert "How strong it became" in page
    assert "<svg" in page
    assert parse_and_run(["simulate", "magpie", "--bots", f"learned:{document['model']},random", "-n", "4"]) == 0


@pytest.mark.parametrize(
    "change",
    [
        {"features": "30"},
        {"actions": 1.5},
        {"heads": True},
        {"hidden": [128, -64]},
        {"hidden": 128},
        {"seats": []},
        {"seats": ["2"]},
        {"game": None},
        {"options": []},
        {"sample": "no"},
        {"more": 1},
    ],
    ids=str,
)
def test_a_header_with_a_wrong_field_is_refused(change: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "a.model"
    write_random_model(path, MAGPIE)
    magic, line, _ = path.read_bytes().split(b"\n", 2)
    path.write_bytes(b"\n".join([magic, json.dumps({**json.loads(line), **change}).encode(), b""]))
    with pytest.raises(Problem, match="is not a model file"):
        read_header(path)


def test_a_bad_file_among_the_models_of_a_game_is_reported_only_if_learned_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "strangers_game.py").touch()
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "bad.model").write_bytes(b"nothing")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = LEARNABLE_PEBBLES._replace(home="strangers_game")
    assert "learned" not in available_bots(game)
    with pytest.raises(Problem, match=r"bad\.model is not a model file"):
        make_bot(game, "learned")


SHIPPED = [(name, path) for name in names() for path, _ in model_files(find(name).home)]


@pytest.mark.parametrize(("name", "path"), SHIPPED, ids=[path.stem for _, path in SHIPPED])
def test_shipped_models_fit_their_game_and_play_without_faults(name: str, path: Path) -> None:
    game = find(name)
    header = read_header(path)
    assert path.stat().st_size <= 300_000
    for seats in header.seats:
        options = prepare_options(game, seats, header.options)
        assert closest_model(game_models(game), game, options, seats)[0] == path
        bots = [make_bot(game, "learned", options) for _ in range(seats)]
        counts = play_out_match(game.start(seats, options, None), bots, 5, None, game.traits.limit)
        assert list(counts)[:seats] == [0] * seats
    assert "learned" in available_bots(game)
    assert "learned" in game_document(game, None, {})["bots"]
