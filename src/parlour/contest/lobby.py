"""Sessions of the contest: participants, seats and settings before a match, and its outcome afterwards.

It has no sockets: ClientListener brings clients, MatchSupervisor starts sessions that are ready."""

from __future__ import annotations

import re
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from parlour.bots import make_bot
from parlour.contest.engine.game_wire import WireModule
from parlour.contest.engine.match_setup import id_text
from parlour.contest.match_settings import complete_settings, parse_settings, parse_settings_query, settings_help
from parlour.kernel.game import Game, prepare_options
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import NAMES_KEY, REMOVED_MARK, Json, SettingValue

CLIENT, HUMAN, BOT = "client", "human", "bot"
OPEN, RUNNING, OVER = "open", "running", "over"
ANY_SESSION, NEW_SESSION = "*", "new"
LONGEST_NAME = 80  # characters
TOO_LONG_NAME, UNKNOWN_NAME = "A Very Long Name", "Unknown"
MOST_FINISHED = 500  # finished sessions that stay listed
MOST_OPEN = 500  # waiting sessions
MOST_RUNNING = 400  # matches; more start when one ends
MOST_SPECTATORS = 20  # in one session


@dataclass(eq=False)
class Participant:
    """A player or spectator of a contest session: a client program, a person or a bot."""

    kind: str
    name: str
    client_type: str = ""
    wanted_seat: int | None = None  # None: any
    spectating: bool = False
    meta_deltas: bool = False  # wants whole entries of the gamelog instead of deltas
    bot_spec: str = ""
    token: str = ""  # of a person; entitles to the seat
    is_present: bool = True  # false while a seat is reserved for a person
    client: object = None  # the connection of a client


@dataclass(eq=False)
class Session:
    """A match of the contest, from its opening with the wait for players until it drops out of the list."""

    name: str
    opened_at: float
    persistent: bool = False  # stays open while it is empty
    owner_key: str = ""  # lets the browser that opened the session close it
    requested_settings: dict[str, SettingValue] = field(default_factory=dict)
    players: list[Participant] = field(default_factory=list)  # in order of arrival
    spectators: list[Participant] = field(default_factory=list)
    state: str = OPEN
    seats: list[Participant] = field(default_factory=list)  # by index, once the match has begun
    settings: dict[str, SettingValue] = field(default_factory=dict)
    turn: int = 0
    max_turns: int = 0
    outcome: dict[str, Json] = field(default_factory=dict)  # gamelog, record, winners, losers


class Lobby:
    """All sessions of one contest: those that wait for players, run or are finished."""

    def __init__(
        self,
        game: Game,
        wire_module: WireModule,
        options: Options,
        password: str = "",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = game
        self.wire_module = wire_module
        self.options = {**wire_module.PROFILE, **options}
        self.password = password
        self.now = now
        # Set by the supervisor: reads pending messages of a running match, which may be over by now.
        self.refresh_session: Callable[[Session], None] = lambda session: None
        self.seat_count = max(game.seats)
        self.active_sessions: dict[str, Session] = {}  # open and running, by name, the oldest first
        self.finished_sessions: deque[Session] = deque(maxlen=MOST_FINISHED)
        self.last_number = 0

    # Names.

    def official_game_name(self, alias: Json) -> str:
        """Returns the official name of the contest's game, given any of its names; raises Problem for another game."""
        known = {name.lower() for name in (self.wire_module.NAME, self.game.name, *self.wire_module.ALIASES)}
        if not isinstance(alias, str) or alias.lower() not in known:
            raise Problem(f"There is no game {_quote(alias)} here; this contest plays {self.wire_module.NAME}.")
        return self.wire_module.NAME

    def find_session(self, name: str) -> Session | None:
        """Returns the waiting or running contest session of a name, else the latest finished one, else None."""
        return self.active_sessions.get(name) or next(
            (past for past in self.finished_sessions if past.name == name), None
        )

    def all_sessions(self) -> Iterator[Session]:
        """Yields the contest's sessions, newest first: waiting and running ones, then finished ones."""
        yield from reversed(self.active_sessions.values())
        yield from self.finished_sessions

    # Joining and leaving.

    def join(self, play: Mapping[str, Json], client: object) -> tuple[Session, Participant]:
        """Adds a client to the session that its message `play` asks for; raises Problem if that is impossible."""
        if play.get("gameName") != self.wire_module.NAME:
            raise Problem(
                f"There is no game {_quote(play.get('gameName'))} here; send the message alias to get the right name."
            )
        if self.password and play.get("password") != self.password:
            raise Problem("The password of this contest is wrong; send the right one in the field password of play.")
        player = Participant(
            CLIENT,
            clean_name(play.get("playerName")),
            clean_name(play.get("clientType")),
            self._parse_seat_index(play.get("playerIndex")),
            play.get("spectating") is True,
            play.get("metaDeltas") is True,
            client=client,
        )
        query = play.get("gameSettings")
        asked = parse_settings_query(self.wire_module.SETTINGS, text_or_empty(query)) if query else None
        if asked is not None:
            self.check_settings(asked)
        session = self._requested_session(play.get("requestedSession"), player)
        self.add_participant(session, player)
        if asked is not None:
            session.requested_settings = asked
        return session, player

    def add_participant(self, session: Session, player: Participant) -> None:
        """Adds a player or spectator to a session that waits; raises Problem if there is no room."""
        if session.state != OPEN:
            raise Problem(f"The session {session.name} is running already; choose another session.")
        if player.spectating:
            if len(session.spectators) >= MOST_SPECTATORS:
                raise Problem(
                    f"The session {session.name} has {MOST_SPECTATORS} spectators already; choose another session."
                )
            session.spectators.append(player)
        else:
            if len(session.players) >= self.seat_count:
                raise Problem(f"The session {session.name} is full; choose another session.")
            if player.wanted_seat is not None and player.wanted_seat in {
                other.wanted_seat for other in session.players
            }:
                raise Problem(
                    f"The seat with playerIndex {player.wanted_seat} is taken; send another playerIndex, or none."
                )
            session.players.append(player)
        self.active_sessions[session.name] = session

    def remove_participant(self, session: Session, player: Participant) -> None:
        """Removes a player or spectator before the match, and an empty session too unless it is persistent."""
        if session.state != OPEN:
            return
        session.players = [other for other in session.players if other is not player]
        session.spectators = [other for other in session.spectators if other is not player]
        if not session.players and not session.spectators and not session.persistent:
            self.active_sessions.pop(session.name, None)

    def open_session(self, name: str, asked: dict[str, SettingValue], kept: bool = False) -> Session:
        """Returns a new contest session; it is listed from its first participant on, or at once if it is `kept`."""
        if len(self.active_sessions) >= MOST_OPEN + self.running_count():
            raise Problem("The contest has too many open sessions; join one of them, or try again later.")
        if name in self.active_sessions:
            raise Problem(f"There is a contest session {name} already; choose another name.")
        self.check_settings(asked)
        session = Session(name, self.now(), kept, requested_settings=asked)
        if kept:
            session.owner_key = secrets.token_urlsafe(18)
            self.active_sessions[name] = session
        return session

    def close_session(self, session: Session) -> None:
        """Removes a contest session from the lobby; raises Problem if its match has begun."""
        if session.state != OPEN:
            raise Problem(f"The session {session.name} cannot be closed, as its match has begun; let the match end.")
        if self.active_sessions.get(session.name) is session:
            del self.active_sessions[session.name]

    def running_count(self) -> int:
        """Returns the number of contest matches that are running."""
        return sum(session.state == RUNNING for session in self.active_sessions.values())

    def next_session_name(self) -> str:
        """Returns a free name, a number as text, for a contest session that was opened without one."""
        self.last_number += 1
        while str(self.last_number) in self.active_sessions:
            self.last_number += 1
        return str(self.last_number)

    def check_settings(self, asked: Mapping[str, SettingValue]) -> None:
        """Raises Problem if match settings that a client asks for are impossible; its text speaks of the settings by
        their keys, not of the game options behind them."""
        try:
            self.options_for(complete_settings(self.wire_module.SETTINGS, asked))
        except Problem as problem:
            sentence = str(problem)
            for setting in self.wire_module.SETTINGS:
                if setting.option:
                    sentence = sentence.replace(f"The option {setting.option} ", f"The setting {setting.key} ")
                    sentence = re.sub(rf"\b{re.escape(setting.option)}\b", setting.key, sentence)
            raise Problem(f"{sentence} {settings_help(self.wire_module.SETTINGS)}") from None

    def options_for(self, settings: Mapping[str, SettingValue]) -> Options:
        return prepare_options(self.game, self.seat_count, {**self.options, **self.wire_module.options_of(settings)})

    def parse_settings(self, settings: Mapping[str, Json]) -> dict[str, SettingValue]:
        """Converts match settings from a JSON object to their types; raises Problem for unknown or wrong ones."""
        return parse_settings(self.wire_module.SETTINGS, list(settings.items()))

    def _requested_session(self, requested: Json, player: Participant) -> Session:
        name = text_or_empty(requested).strip()
        if name in ("", ANY_SESSION):
            for session in self.active_sessions.values():
                if session.state == OPEN and (player.spectating or len(session.players) < self.seat_count):
                    return session
            return self.open_session(self.next_session_name(), {})
        if name == NEW_SESSION:
            return self.open_session(self.next_session_name(), {})
        if name in self.active_sessions and self.active_sessions[name].state == RUNNING:
            self.refresh_session(self.active_sessions[name])
        return self.active_sessions.get(name) or self.open_session(check_session_name(name), {})

    def _parse_seat_index(self, asked: Json) -> int | None:
        if asked is None or asked == "" or asked is False:
            return None
        try:
            index = int(id_text(asked))
        except ValueError:
            raise Problem(
                f"The playerIndex {_quote(asked)} is not a number; send one from 0 to {self.seat_count - 1}, or none."
            ) from None
        if index == -1:
            return None
        if not 0 <= index < self.seat_count:
            raise Problem(
                f"There is no seat with playerIndex {index}; send a number from 0 to {self.seat_count - 1}, or none."
            )
        return index

    # People and bots.

    def make_person(self, name: str, index: int | None = None) -> Participant:
        return Participant(HUMAN, clean_name(name), "Human", index, token=secrets.token_urlsafe(18), is_present=False)

    def make_bot_participant(self, spec: str, index: int | None = None) -> Participant:
        if ":" in spec:
            raise Problem(
                f"The bot {spec!r} has an argument, which a contest does not take; give the bot's name alone."
            )
        make_bot(self.game, spec)
        return Participant(BOT, clean_name(spec), "Parlour", index, bot_spec=spec)

    def fill_with_bots(self, session: Session, spec: str) -> None:
        """Puts a bot on every free seat of a contest session."""
        while len(session.players) < self.seat_count:
            self.add_participant(session, self.make_bot_participant(spec))

    # Beginning and end.

    def assign_seats(self, session: Session) -> list[Participant | None]:
        """Returns a session's players by seat, None for free ones: requested seats first, then in order of arrival."""
        seats: list[Participant | None] = [None] * self.seat_count
        for player in session.players:
            if player.wanted_seat is not None:
                seats[player.wanted_seat] = player
        for player in session.players:
            if player.wanted_seat is None:
                seats[seats.index(None)] = player
        return seats

    def is_ready(self, session: Session) -> bool:
        return (
            session.state == OPEN
            and len(session.players) == self.seat_count
            and all(player.is_present for player in session.players)
            and self.running_count() < MOST_RUNNING
        )

    def begin_match(self, session: Session) -> None:
        """Fixes seats, settings and names of a contest session whose match begins."""
        session.state = RUNNING
        session.seats = [player for player in self.assign_seats(session) if player is not None]
        session.settings = complete_settings(self.wire_module.SETTINGS, session.requested_settings)
        names = session.settings.get(NAMES_KEY, ())
        for player, name in zip(session.seats, names if isinstance(names, tuple) else (), strict=False):
            if name:
                player.name = clean_name(name)

    def end_match(self, session: Session, outcome: dict[str, Json]) -> None:
        session.state = OVER
        session.outcome = outcome
        for player in (*session.players, *session.spectators):
            player.client = None
        if self.active_sessions.get(session.name) is session:
            del self.active_sessions[session.name]
        self.finished_sessions.appendleft(session)

    def remove_abandoned(self, age: float) -> None:
        """Removes contest sessions that wait for players, were opened at least `age` seconds ago, and have no client or
        person present now."""
        for session in list(self.active_sessions.values()):
            here = any(player.is_present and player.kind != BOT for player in (*session.players, *session.spectators))
            if session.state == OPEN and not here and self.now() - session.opened_at >= age:
                del self.active_sessions[session.name]

    def overdue_sessions(self, delay: float) -> list[Session]:
        """Returns the contest sessions to fill up with bots: opened at least `delay` seconds ago, somebody has joined,
        seats are free, and no person for whom a seat is reserved is missing."""
        return [
            session
            for session in self.active_sessions.values()
            if session.state == OPEN
            and self.now() - session.opened_at >= delay
            and 0 < len(session.players) < self.seat_count
            and all(player.is_present for player in session.players)
        ]


def text_or_empty(value: Json) -> str:
    """Returns a client's JSON value as text if it is a text or whole number, else an empty text."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def clean_name(name: Json) -> str:
    """Returns a participant's name, replaced if it is too long, empty, or the mark that deletes a value in deltas."""
    text = text_or_empty(name)
    return TOO_LONG_NAME if len(text) > LONGEST_NAME else UNKNOWN_NAME if text in ("", REMOVED_MARK) else text


def check_session_name(name: str) -> str:
    if len(name) > LONGEST_NAME or not name.isprintable() or name == REMOVED_MARK:
        raise Problem(f"The name of the contest session is not valid; use at most {LONGEST_NAME} printable characters.")
    return name


def _quote(value: Json) -> str:
    return repr(text_or_empty(value)[:LONGEST_NAME])
