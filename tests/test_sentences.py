"""Plays matches of every game and checks the English of every sentence, question, label and refusal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pytest

from parlour.bots import make_bot
from parlour.games import find, load_games
from parlour.kernel.answers import explain_refusal
from parlour.kernel.checks.check_setups import CheckSetup, accepted_setups
from parlour.kernel.game import Game, game_for_options, prepare_options
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.match import Bot, draw_outcome
from parlour.kernel.options import Options
from parlour.kernel.rng import DEALER_STREAM, Rng, bot_stream
from parlour.kernel.state import NOT_ASKED, State, first_owing
from parlour.kernel.text import Event, EventKind, MatchContext, visible_events
from tests.sample_sizes import sample_size

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")
GAMES = [game.name for game in load_games()[0]]
ANSWERS = sample_size(600, 4000)  # in one match
GIVE_UP_AFTER = 200  # answers, in every second match of a game whose players may give up
ROUNDS = (sample_size(1, 3), 200)  # of matches: the fewest, and the most while some kind of event is still unseen
POSITIONS = 5  # questions and labels are read at every fifth question
EVENT, QUESTION, LABEL, REFUSAL = "event", "question", "label", "refusal"

# Bots that quickly reach events which random players do not. The other games use their level `easy`.
PLAYERS = {"bones": "thumb", "magpie": "thrifty"}
# Options that bring events which the trials do not.
MORE_OPTIONS: dict[str, tuple[Options, ...]] = {
    "bones": ({"tutorial": False},),
    "harmonictook": (
        {"random_first_player": True, "max_turns": 10, "starting_coins": 50, "bc_decline_coins": 3},
        {"starting_coins": 50, "bc_decline_coins": 1},
    ),
    "hunter": ({"weapons": "Katana,Sword", "monster_effects": "on"},),
}
# Kinds of events that these matches do not reach, by game, and the reason.
UNSEEN: dict[str, dict[str, str]] = {}


class Text(NamedTuple):
    """A text that a player reads, and where it comes from."""

    source: str
    kind: str  # of an event: its name
    text: str


# Faults of English.

NOT_VERBS = (
    "as|always|perhaps|this|its|his|us|plus|thus|besides|towards|sometimes|others|afterwards|yes|points|coins|cards|"
    "stones"
)
VERB = rf"(?!(?:{NOT_VERBS})\b)[a-z]*[^\Ws]s\b"
AFTER_A_ONE = "is|was|has|less|plus|as|costs|wins|loses|beats|becomes|gives"  # words with s that may follow a roll
NAME = "(?:Ann|Ben|Cleo|Dora|Emil)"
FAULTS = {
    "you with a verb of the third person": rf"(?:^|[.!?:] )You {VERB}|[,;] (?:and |but )?you {VERB}|"
    r"\b[Yy]ou (?:has|is|was|does|hasn't|isn't)\b",
    "You with a colon": r"(?:^|[.!?] )You: ",
    "name with a verb of the second person": rf"(?<!and )(?<!with )(?<!than )\b{NAME} (?:have|are|were|do|don't)\b",
    "two names with a verb of the singular": rf"\b(?:{NAME}|you) and (?:{NAME}|you) (?:has|is|was|does)\b",
    "plural after 1": rf"(?<![\d.,+-])\b1 (?!(?:{AFTER_A_ONE})\b)[a-z]+[^\Ws]s\b",
    "plural verb after 1": r"(?<![\d.,+-])\b1 (?:could|(?!and\b)[a-z]+ (?:are|were|have))\b",
    "arrow": r"->|=>",
    "two spaces": r"\S {2,}\S",
    "space before punctuation": r" [.,;:!?](?!\d)",
    "punctuation twice": r"(?<!\.)\.\.(?!\.)|,,|[,;:]\.|\.[,;:]|[!?]\.",
    "a before a vowel": r"\b[Aa] (?!(?:one|once|uni|us[eu]|eu|u-|ufo)\w*)(?:[aeiou]|8|11\b|18\b)",
    "an before a consonant": r"\b[Aa]n (?:[b-df-gj-np-tv-z]|[BCDGJKPQTUVWYZ][a-z]|(?!8|11\b|18\b)\d)",
    "word twice": r"\b([A-Za-z]+) \1\b",
    "gap in the text": r"\{|\}|\(\)|''|\"\"|^\s|\s$",
    "wrong possessive": r"\b[Yy]ou's\b|\byour's\b",
}
UNFINISHED = "sentence without a full stop"
LOWER_CASE = "sentence with a small initial"


def faults(text: Text) -> list[str]:
    """Returns the names of the faults in one text."""
    found = [name for name, pattern in FAULTS.items() if re.search(pattern, text.text)]
    if text.source != LABEL and not re.search(r"[.!?][\"')]*(?: \([^)]*\))?$", text.text):
        found.append(UNFINISHED)
    if text.source != LABEL and re.match(r"[a-z]", text.text):
        found.append(LOWER_CASE)
    return found


def wrong_numbers(texts: Iterable[Text]) -> list[Text]:
    """Returns the texts with a singular after a number other than 1, for nouns whose plural occurs in others."""
    texts = list(texts)
    plurals = {word for text in texts for word in re.findall(r"\b\d+ ([a-z]{3,}[^\Ws]s)\b", text.text)}
    nouns = "|".join(sorted(word[:-1] for word in plurals)) or "nothing"
    pattern = re.compile(rf"(?<![\d.,+-])\b(?:[02-9]|\d\d+) (?:{nouns})(?=[.,;:)]|$)")
    return [text for text in texts if pattern.search(text.text)]


def wrong_verbs(texts: Iterable[Text]) -> list[Text]:
    """Returns the texts where a name has a verb without its s, for verbs that have it in others."""
    texts = list(texts)
    start = rf"(?:^|[.!?] ){NAME} "
    verbs = {word for text in texts for word in re.findall(rf"{start}([a-z]+[^\Ws]s)\b", text.text)}
    bases = "|".join(sorted({re.sub(r"(?<=[hosx])e?s$|s$", "", verb) for verb in verbs})) or "nothing"
    return [text for text in texts if re.search(rf"{start}(?:{bases})\b", text.text)]


# Texts of a match.


def setups(game: Game) -> list[CheckSetup]:
    """Returns the smallest and the largest table of every trial, and all tables with default options."""
    found = accepted_setups(game, {})
    for options in (*game.study.trials, *MORE_OPTIONS.get(game.name, ())):
        tables = accepted_setups(game, options)
        found += [tables[0], tables[-1]] if len(tables) > 1 else tables
    return found


def texts_of_match(game: Game, setup: CheckSetup, bot_names: list[str], seed: int) -> Iterator[Text]:
    """Plays one match and yields what each seat and a watcher read."""
    game = game_for_options(game, setup.options)
    context = MatchContext(NAMES[: setup.seats], setup.options)
    journal, dealer = Journal(), Rng(seed, DEALER_STREAM)
    bots = [seeded_bot(game, name, seed, seat) for seat, name in enumerate(bot_names)]
    state = game.start(setup.seats, setup.options, journal)
    yield from event_texts(game, context, journal, 0)
    gives_up = game.traits.loses_on_time and seed % 2 == 1
    for number in range(ANSWERS):
        first = journal.count()
        while state.outcomes:
            state.deal_outcome(draw_outcome(state, dealer))
        if gives_up and number == GIVE_UP_AFTER and not state.over():
            state.forfeit(0)
        if not state.over():
            seat = first_owing(state.owing)
            if number % POSITIONS == 0:
                yield from question_texts(game, context, state, seat)
            state.play(seat, choose_answer(state, seat, bots[seat]))
        yield from event_texts(game, context, journal, first)
        if state.over():
            return


def seeded_bot(game: Game, name: str, seed: int, seat: int) -> Bot:
    bot = make_bot(game, name)
    bot.rng = Rng(seed, bot_stream(seat, 0))
    return bot


def choose_answer(state: State, seat: int, bot: Bot) -> int:
    """Returns the bot's answer, or now and then the default answer, which leads to other events."""
    answer = bot.choose(state.imagine(seat, bot.rng), seat)
    is_default = bot.rng.below(4) == 0 or state.refusal(seat, answer) != 0
    return int(state.default_answer(seat) if is_default else answer)


def event_texts(game: Game, context: MatchContext, journal: Journal, first: int) -> Iterator[Text]:
    for viewer in (*range(len(context.names)), int(WATCHER)):
        for event in visible_events(journal, first, viewer):
            yield Text(EVENT, game.text.events[event.kind].name, game.text.sentence(context, event, viewer))


def question_texts(game: Game, context: MatchContext, state: State, seat: int) -> Iterator[Text]:
    view = game.view(state, seat)
    yield Text(QUESTION, "", game.text.question(context, view))
    for offer in game.text.offer(state, seat):
        yield Text(LABEL, "", game.text.label(context, view, offer.action))
        if offer.reason > NOT_ASKED:
            yield Text(REFUSAL, "", game.text.why(context, offer.reason).sentence)
    for action in (0, game.actions // 2, game.actions - 1):
        why = explain_refusal(game, context, state, seat, action)
        if why is not None:
            yield Text(REFUSAL, "", why.sentence)


def read_texts(game: Game) -> set[Text]:
    """Returns every different text of some random matches and some matches between bots."""
    found: set[Text] = set()
    least, most = ROUNDS
    for number in range(most):
        if number >= least and not unseen_kinds(game, found):
            break
        for index, setup in enumerate(setups(game)):
            for bot in ("random", PLAYERS.get(game.name) or game.coach.levels["easy"]):
                found.update(texts_of_match(game, setup, [bot] * setup.seats, 1000 * number + index))
    return found


def unseen_kinds(game: Game, texts: Iterable[Text]) -> list[str]:
    """Returns the kinds of events without any text that should have one."""
    seen = {text.kind for text in texts if text.source == EVENT}
    return [kind.name for kind in game.text.events if kind.name not in seen | UNSEEN.get(game.name, {}).keys()]


def report(game: Game, texts: Iterable[Text]) -> list[str]:
    """Returns one line for each fault, and one for each event kind without a sentence."""
    told = [text for text in texts if text.text]  # an empty sentence is an event without a line
    lines = sorted(f"{fault}: {text.text!r}" for text in told for fault in faults(text))
    lines += [f"singular after a number: {text.text!r}" for text in sorted(wrong_numbers(told))]
    lines += [f"name with a verb without its s: {text.text!r}" for text in sorted(wrong_verbs(told))]
    return lines + [f"never seen: the event {kind!r}" for kind in unseen_kinds(game, texts)]


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_text_is_correct_english(name: str) -> None:
    game = find(name)
    lines = report(game, read_texts(game))
    assert not lines, f"{len(lines)} faults in {name}:\n" + "\n".join(lines)


# The check itself.


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("you with a verb of the third person", "You builds Radio Tower."),
        ("you with a verb of the third person", "The dice fall, and you is first."),
        ("you with a verb of the third person", "A tie. You has nothing, you rolls again."),
        ("You with a colon", "You: has built every landmark and wins."),
        ("name with a verb of the second person", "Ann have 3 coins."),
        ("two names with a verb of the singular", "Ann and Ben has nothing."),
        ("plural after 1", "You get 1 coins."),
        ("plural verb after 1", "Of these, 1 could act."),
        ("plural verb after 1", "Only 1 card are left."),
        ("arrow", "Credibility 72 -> 43."),
        ("two spaces", "Ann  rolls 3."),
        ("space before punctuation", "Ann rolls 3 ."),
        ("punctuation twice", "Ann rolls 3.."),
        ("a before a vowel", "Ann buys a apple orchard."),
        ("a before a vowel", "Ann rolls a 8."),
        ("an before a consonant", "Ann buys an bakery."),
        ("word twice", "Ann takes the the ring."),
        ("gap in the text", "Ann takes {thing}."),
        ("wrong possessive", "You's turn begins."),
        (UNFINISHED, "Ann takes the ring"),
        (LOWER_CASE, "a tie spoils the ring."),
    ],
)
def test_a_planted_fault_is_found(fault: str, text: str) -> None:
    assert fault in faults(Text(EVENT, "won", text))


@pytest.mark.parametrize(
    "text",
    [
        "You always pass this bonus on, and you miss.",
        "You rolled 1 and have 21 coins.",
        "A die that shows a 1 gives you 1 point.",
        "It takes an hour, a use, an 8 and a 10.",
        "The Deepmaw defeats you: 1 HP is left.",
        "Ann and Ben have 11 coins (1 each).",
        "Which card do you give away? (2 gifts to make)",
    ],
)
def test_correct_english_passes(text: str) -> None:
    assert faults(Text(EVENT, "won", text)) == []


def test_numbers_and_verbs_are_compared_between_texts() -> None:
    good = [Text(EVENT, "won", "Ann pays 2 coins."), Text(EVENT, "won", "You pay 1 coin.")]
    assert wrong_numbers(good) == wrong_verbs(good) == []
    bad = [Text(EVENT, "won", "Ben pays 3 coin."), Text(EVENT, "won", "Cleo pay 1 coin.")]
    assert wrong_numbers(good + bad) == bad[:1]
    assert wrong_verbs(good + bad) == bad[1:]


def test_a_game_with_a_faulty_sentence_and_an_unseen_event_fails() -> None:
    def sentence(context: MatchContext, event: Event, viewer: int) -> str:
        text = game.text.sentence(context, event, viewer)
        return re.sub(rf"^{NAME} buys", "You buys", text) if event.arguments[0] == viewer else text

    game = find("magpie")
    kinds = (*game.text.events, EventKind("stolen"))
    faulty = game._replace(text=game.text._replace(sentence=sentence, events=kinds))
    options = prepare_options(game, 2, {})
    lines = report(faulty, set(texts_of_match(faulty, CheckSetup(2, options), ["thrifty", "random"], 1)))
    assert any(re.match(r"you with a verb of the third person: 'You buys", line) for line in lines)
    assert lines[-1] == "never seen: the event 'stolen'"
