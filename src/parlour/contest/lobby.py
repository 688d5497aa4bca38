"""Who waits where: sessions, seats and settings before a match begins, and what is known of it afterwards.

It has no sockets: the door brings guests, the host takes sessions that are ready."""

from __future__ import annotations

import re
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from parlour.bots import make_bot
from parlour.contest.settings import completed, fitted, help_text, read_settings
from parlour.contest.setup import text_of
from parlour.contest.wiring import Wiring
from parlour.kernel.game import Game, prepare_options
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import NAMES_KEY, REMOVED_MARK, Json, SettingValue

CLIENT, HUMAN, BOT = "client", "human", "bot"
OPEN, RUNNING, OVER = "open", "running", "over"
ANY, NEW = "*", "new"
LONGEST = 80  # letters of a name
TOO_LONG, UNKNOWN = "A Very Long Name", "Unknown"
REMEMBERED = 500  # finished sessions that are still told of
MOST_OPEN = 500  # sessions that wait at once
MOST_RUNNING = 400  # matches at once; others begin when one of them ends
MOST_SPECTATORS = 20  # in one session


@dataclass(eq=False)
class Player:
    """Who has a seat in a session, or looks on."""

    kind: str
    name: str
    client_type: str = ""
    wanted: int | None = None  # the seat it asked for
    spectating: bool = False
    meta: bool = False  # wants whole entries of the gamelog instead of deltas
    bot: str = ""  # which one
    token: str = ""  # of a person: holds the seat
    here: bool = True  # a person's seat is kept before the person has come
    guest: object = None  # the connection, of a client


@dataclass(eq=False)
class Session:
    """One match, from the first who waits for it until it is forgotten."""

    name: str
    opened: float
    kept: bool = False  # stays open while nobody is there
    key: str = ""  # of who opened it on the page, and may close it
    asked: dict[str, SettingValue] = field(default_factory=dict)
    players: list[Player] = field(default_factory=list)  # in order of arrival
    spectators: list[Player] = field(default_factory=list)
    state: str = OPEN
    seats: list[Player] = field(default_factory=list)  # by index, from the beginning on
    settings: dict[str, SettingValue] = field(default_factory=dict)
    turn: int = 0
    turns: int = 0
    outcome: dict[str, Json] = field(default_factory=dict)  # how it ended: gamelog, record, winners, losers


class Lobby:
    """All sessions of one contest."""

    def __init__(
        self,
        game: Game,
        wiring: Wiring,
        options: Options,
        password: str = "",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = game
        self.wiring = wiring
        self.options = {**wiring.PROFILE, **options}
        self.password = password
        self.now = now
        self.doubt: Callable[[Session], None] = lambda session: None  # is asked whether a match is over by now
        self.size = max(game.seats)
        self.current: dict[str, Session] = {}  # open and running, by name, the oldest first
        self.past: deque[Session] = deque(maxlen=REMEMBERED)
        self.count = 0

    # Names.

    def named(self, alias: Json) -> str:
        """The proper name of a game, from any of its names."""
        known = {name.lower() for name in (self.wiring.NAME, self.game.name, *self.wiring.ALIASES)}
        if not isinstance(alias, str) or alias.lower() not in known:
            raise Problem(f"There is no game {_quoted(alias)} here; this contest is of {self.wiring.NAME}.")
        return self.wiring.NAME

    def find(self, name: str) -> Session | None:
        """The session of that name, or the last one that had it."""
        return self.current.get(name) or next((past for past in self.past if past.name == name), None)

    def all(self) -> Iterator[Session]:
        """The newest first: those that wait or run, then those that are over."""
        yield from reversed(self.current.values())
        yield from self.past

    # Coming and going.

    def join(self, play: Mapping[str, Json], guest: object) -> tuple[Session, Player]:
        """What a client's `play` asks for; a Problem if it cannot be."""
        if play.get("gameName") != self.wiring.NAME:
            raise Problem(f"There is no game {_quoted(play.get('gameName'))} here; ask with alias for its name.")
        if self.password and play.get("password") != self.password:
            raise Problem("The password is wrong.")
        player = Player(
            CLIENT,
            fit_name(play.get("playerName")),
            fit_name(play.get("clientType")),
            self._index(play.get("playerIndex")),
            play.get("spectating") is True,
            play.get("metaDeltas") is True,
            guest=guest,
        )
        query = play.get("gameSettings")
        asked = read_settings(self.wiring.SETTINGS, fit_text(query)) if query else None
        if asked is not None:
            self.check(asked)
        session = self._wanted(play.get("requestedSession"), player)
        self.sit(session, player)
        if asked is not None:
            session.asked = asked
        return session, player

    def sit(self, session: Session, player: Player) -> None:
        """A place in an open session, or a Problem."""
        if session.state != OPEN:
            raise Problem(f"The session {session.name} is running already.")
        if player.spectating:
            if len(session.spectators) >= MOST_SPECTATORS:
                raise Problem(f"Enough spectators look on at the session {session.name}.")
            session.spectators.append(player)
        else:
            if len(session.players) >= self.size:
                raise Problem(f"The session {session.name} is full.")
            if player.wanted is not None and player.wanted in {other.wanted for other in session.players}:
                raise Problem(f"Slot {player.wanted} is not free.")
            session.players.append(player)
        self.current[session.name] = session

    def leave(self, session: Session, player: Player) -> None:
        """Before the match begins; a session nobody is in is gone."""
        if session.state != OPEN:
            return
        session.players = [other for other in session.players if other is not player]
        session.spectators = [other for other in session.spectators if other is not player]
        if not session.players and not session.spectators and not session.kept:
            self.current.pop(session.name, None)

    def open(self, name: str, asked: dict[str, SettingValue], kept: bool = False) -> Session:
        """A new session; it is listed once somebody is in it, or at once if it is kept."""
        if len(self.current) >= MOST_OPEN + self.running():
            raise Problem("Too many sessions are open already.")
        if name in self.current:
            raise Problem(f"There is a session {name} already.")
        self.check(asked)
        session = Session(name, self.now(), kept, asked=asked)
        if kept:
            session.key = secrets.token_urlsafe(18)
            self.current[name] = session
        return session

    def close(self, session: Session) -> None:
        """A session that has not begun is gone, whoever waits in it."""
        if session.state != OPEN:
            raise Problem(f"The match of the session {session.name} has begun.")
        if self.current.get(session.name) is session:
            del self.current[session.name]

    def running(self) -> int:
        """Matches that are being played."""
        return sum(session.state == RUNNING for session in self.current.values())

    def number(self) -> str:
        """The name of a session that was not named."""
        self.count += 1
        while str(self.count) in self.current:
            self.count += 1
        return str(self.count)

    def check(self, asked: Mapping[str, SettingValue]) -> None:
        """Settings that the rules cannot play by are a Problem, in the words of who asked for them."""
        try:
            self.options_for(completed(self.wiring.SETTINGS, asked))
        except Problem as problem:
            sentence = str(problem)
            for setting in self.wiring.SETTINGS:
                if setting.option:
                    sentence = re.sub(rf"\b(Option )?{re.escape(setting.option)}\b", setting.key, sentence)
            raise Problem(f"{sentence} {help_text(self.wiring.SETTINGS)}") from None

    def options_for(self, settings: Mapping[str, SettingValue]) -> Options:
        return prepare_options(self.game, self.size, {**self.options, **self.wiring.options_of(settings)})

    def read(self, settings: Mapping[str, Json]) -> dict[str, SettingValue]:
        """Settings that came as a JSON object."""
        return fitted(self.wiring.SETTINGS, list(settings.items()))

    def _wanted(self, requested: Json, player: Player) -> Session:
        name = fit_text(requested).strip()
        if name in ("", ANY):
            for session in self.current.values():
                if session.state == OPEN and (player.spectating or len(session.players) < self.size):
                    return session
            return self.open(self.number(), {})
        if name == NEW:
            return self.open(self.number(), {})
        if name in self.current and self.current[name].state == RUNNING:
            self.doubt(self.current[name])
        return self.current.get(name) or self.open(fit_session(name), {})

    def _index(self, asked: Json) -> int | None:
        if asked is None or asked == "" or asked is False:
            return None
        try:
            index = int(text_of(asked))
        except ValueError:
            raise Problem(f"A player's index is a number below {self.size}, not {_quoted(asked)}.") from None
        if index == -1:
            return None
        if not 0 <= index < self.size:
            raise Problem(f"There is no slot {index}; a player's index is a number below {self.size}.")
        return index

    # Seats of others.

    def person(self, name: str, index: int | None = None) -> Player:
        return Player(HUMAN, fit_name(name), "Human", index, token=secrets.token_urlsafe(18), here=False)

    def bot(self, spec: str, index: int | None = None) -> Player:
        if ":" in spec:
            raise Problem("A bot of a contest is called by its name alone.")
        make_bot(self.game, spec)
        return Player(BOT, fit_name(spec), "Parlour", index, bot=spec)

    def fill(self, session: Session, spec: str) -> None:
        """Bots for all who are missing."""
        while len(session.players) < self.size:
            self.sit(session, self.bot(spec))

    # Beginning and end.

    def placed(self, session: Session) -> list[Player | None]:
        """Who would have which seat: those that asked for one have it, the others fill the rest as they came."""
        seats: list[Player | None] = [None] * self.size
        for player in session.players:
            if player.wanted is not None:
                seats[player.wanted] = player
        for player in session.players:
            if player.wanted is None:
                seats[seats.index(None)] = player
        return seats

    def ready(self, session: Session) -> bool:
        return (
            session.state == OPEN
            and len(session.players) == self.size
            and all(player.here for player in session.players)
            and self.running() < MOST_RUNNING
        )

    def begin(self, session: Session) -> None:
        """Seats and settings are what they are from here on."""
        session.state = RUNNING
        session.seats = [player for player in self.placed(session) if player is not None]
        session.settings = completed(self.wiring.SETTINGS, session.asked)
        names = session.settings.get(NAMES_KEY, ())
        for player, name in zip(session.seats, names if isinstance(names, tuple) else (), strict=False):
            if name:
                player.name = fit_name(name)

    def end(self, session: Session, outcome: dict[str, Json]) -> None:
        session.state = OVER
        session.outcome = outcome
        for player in (*session.players, *session.spectators):
            player.guest = None
        if self.current.get(session.name) is session:
            del self.current[session.name]
        self.past.appendleft(session)

    def sweep(self, age: float) -> None:
        """Forgets sessions that were opened long ago, and nobody came."""
        for session in list(self.current.values()):
            here = any(player.here and player.kind != BOT for player in (*session.players, *session.spectators))
            if session.state == OPEN and not here and self.now() - session.opened >= age:
                del self.current[session.name]

    def lonely(self, patience: float) -> list[Session]:
        """Open sessions in which somebody has waited too long for others."""
        return [
            session
            for session in self.current.values()
            if session.state == OPEN
            and self.now() - session.opened >= patience
            and 0 < len(session.players) < self.size
            and all(player.here for player in session.players)
        ]


def fit_text(value: Json) -> str:
    """Clients send numbers as texts and texts as numbers; anything else says nothing."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def fit_name(name: Json) -> str:
    """A name as deltas can hold it: one that is the mark of a removal would remove itself."""
    text = fit_text(name)
    return TOO_LONG if len(text) > LONGEST else UNKNOWN if text in ("", REMOVED_MARK) else text


def fit_session(name: str) -> str:
    if len(name) > LONGEST or not name.isprintable() or name == REMOVED_MARK:
        raise Problem(f"The name of a session has at most {LONGEST} letters, all of which can be seen.")
    return name


def _quoted(value: Json) -> str:
    return repr(fit_text(value)[:LONGEST])
