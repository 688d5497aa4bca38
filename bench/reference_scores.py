"""Plays every named bot against every other and prints the page docs/reference-scores.md.

    python bench/reference_scores.py [--only WORDS] [--games 10000] [--full] [--seed 1] [--jobs J]

The same seed gives the same page, with any number of workers, as long as rules and bots stay the same. `--only` plays
the tables whose titles contain the words, and `--full` as many games for slow bots as for fast ones. Run it with the
compiled build."""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.bots import available_bots
from parlour.games import find
from parlour.kernel.game import Game
from parlour.kernel.options import Value

GAMES = 10_000  # of a pair of fast bots
THOROUGH = "greedy rollout mcts"  # general bots that play on many copies of the position before every answer
QUICK_PLANNERS = "ev coverage impatient pass"
TOWN_PLANNERS = "conservative aggressive economist adaptive marathon kinematic champion"
BOTH_EXPANSIONS: dict[str, Value] = {"harbor": True, "millionaires_row": True}
LEFT_OUT = {"hold", "profile", "learned"}  # the first two need an argument, and models are trained anew
PREFACE = """# Reference scores

Every named bot against every other, to compare your own bot with. One command plays all matches and prints this page:

```
python bench/reference_scores.py > docs/reference-scores.md
```

A cell is how many matches of 100 the bot of the row wins against the bot of the column, which has all other seats; a
shared win counts in parts. The seats rotate. The column **games** says how often a bot plays at most: a cell is as many
games as the smaller of its two bots' numbers. With 95 % confidence a cell is right to 1.0 points for 10,000 games, 3.1
for 1,000, 6.9 for 200 and 14 for 50. `--full` plays 10,000 games in every cell, which takes days. Bots have their usual
arguments (`rollout` is `rollout:500`, `mcts` is `mcts:1000`); the levels (`easy` and so on) are other names of some of
them. The bot `learned` is not in the tables, because its models are [trained](training.md) anew. The digest covers all
matches of a table: if yours is the same, so were all your matches."""


class ScoreTable(NamedTuple):
    """One table: a game with a number of seats and options, and the bots that play fewer games, or none (0)."""

    game: str
    seats: int
    options: Mapping[str, Value] = {}
    fewer: Mapping[str, int] = {}  # most games by bots' names, several in a key

    def title(self) -> str:
        seats = f"{self.seats} seats" if self.seats > 1 else "1 seat"
        return ", ".join([self.game, seats, *(f"{name}={value}" for name, value in shown(self.options).items())])

    def games_of(self, bot: str, most: int) -> int:
        """Returns how many games a bot plays at most against another; 0 if it is left out."""
        return min([most, *(games for names, games in self.fewer.items() if bot in names.split())])


TABLES = (
    *(ScoreTable("bones", 1, {"tutorial": False, "enemies": level}, {"rollout mcts": 0})
      for level in ("usual", "one-down", "one-up", "two-up")),
    ScoreTable("harmonictook", 2, {}, {TOWN_PLANNERS: 1000, "greedy": 200, "rollout mcts": 0}),
    ScoreTable("harmonictook", 4, {}, {QUICK_PLANNERS: 1000, TOWN_PLANNERS: 200, THOROUGH: 0}),
    ScoreTable("harmonictook", 2, BOTH_EXPANSIONS, {QUICK_PLANNERS: 1000, TOWN_PLANNERS: 200, THOROUGH: 0}),
    ScoreTable("hunter", 2, {}, {"scout ranger": 1000, "greedy": 50, "rollout mcts": 0}),
    ScoreTable("hunter", 2, {"rules": "classic"}, {"scout ranger": 200, THOROUGH: 0}),
    ScoreTable("hunter", 2, {"rules": "2026"}, {"scout ranger": 200, THOROUGH: 0}),
    ScoreTable("hunter", 4, {}, {"scout ranger": 200, THOROUGH: 0}),
    ScoreTable("magpie", 2, {}, {"rollout": 1000, "mcts": 200}),
    ScoreTable("magpie", 3, {}, {"greedy": 1000, "rollout mcts": 0}),
    ScoreTable("magpie", 4, {}, {"greedy": 1000, "rollout mcts": 0}),
    ScoreTable("magpie", 5, {}, {"greedy": 1000, "rollout mcts": 0}),
    ScoreTable("stumped", 2, {}, {"builder raider forager steward chief": 200, THOROUGH: 0}),
    ScoreTable("stumped", 2, {"profile": "server"}, {"builder raider forager steward chief": 200, THOROUGH: 0}),
)  # fmt: skip


class PlayedTable(NamedTuple):
    """The bots of a table with their games, what each won against each other, and the digest of all matches."""

    table: ScoreTable
    games: Mapping[str, int]  # by bot
    shares: Mapping[tuple[str, str], float]  # of the win, by bot and opponent; in a solitaire the opponent is the bot
    points: Mapping[str, float]  # mean points of a solitaire
    digest: str


def shown(options: Mapping[str, Value]) -> dict[str, Value]:
    """Returns options as they are typed on the command line, where truth is yes or no."""
    return {name: ("no", "yes")[value] if isinstance(value, bool) else value for name, value in options.items()}


def named_bots(game: Game) -> list[str]:
    """Returns the bots of a game that are in its tables; levels are other names of some of them."""
    return [name for name in available_bots(game) if name not in LEFT_OUT]


def play_table(table: ScoreTable, most: int, seed: int, jobs: int | None) -> PlayedTable:
    game = find(table.game)
    run = RunSettings(game, dict(table.options), seed, jobs)
    games = {bot: count for bot in named_bots(game) if (count := table.games_of(bot, most))}
    shares: dict[tuple[str, str], float] = {}
    points: dict[str, float] = {}
    digests = []
    for bot in games:
        for other in games if table.seats > 1 else [bot]:
            if (bot, other) in shares or (bot == other and table.seats > 1):
                continue
            players = [bot, *[other] * (table.seats - 1)]
            document: Any = simulate(run, players, min(games[bot], games[other]), rotate=True)
            rows = {row["bot"]: row for row in document["bots"]}
            digests.append(document["digest"])
            shares[bot, other] = rows[bot]["win_rate"]
            points[bot] = rows[bot]["mean_score"]
            if table.seats == 2:
                shares[other, bot] = rows[other]["win_rate"]
            print(f"{table.title()}: {' '.join(players)} {shares[bot, other]:.4f}", file=sys.stderr, flush=True)
    return PlayedTable(table, games, shares, points, hashlib.sha256("".join(digests).encode()).hexdigest()[:16])


def table_text(played: PlayedTable, seed: int) -> str:
    """Returns a table in Markdown, the strongest bot first."""
    table, games, shares = played.table, played.games, played.shares
    game = find(table.game)
    fair = f"fair share {100 / table.seats:.1f}, " if table.seats > 1 else ""
    lines = [
        f"## {table.title()}",
        "",
        f"Version {game.version} of the rules, {fair}seed {seed}, digest `{played.digest}`.",
    ]
    left_out = [f"`{bot}`" for bot in named_bots(game) if bot not in games]
    if left_out:
        lines.append(f"Too slow for this table: {', '.join(left_out)}.")
    strength = {bot: sum(share for pair, share in shares.items() if pair[0] == bot) for bot in games}
    order = sorted(games, key=lambda bot: -strength[bot])
    if table.seats == 1:
        heads: Sequence[str] = ("wins", "mean points")
        cells = {bot: [f"{100 * shares[bot, bot]:.1f}", f"{played.points[bot]:.1f}"] for bot in order}
    else:
        heads = [str(number) for number in range(1, len(order) + 1)]
        cells = {bot: [f"{100 * shares[bot, other]:.1f}" if bot != other else "" for other in order] for bot in order}
    lines += ["", f"| | bot | games | {' | '.join(heads)} |", f"|--:|---|--:|{'--:|' * len(heads)}"]
    for number, bot in enumerate(order, 1):
        lines.append(f"| {number} | `{bot}` | {games[bot]:,} | {' | '.join(cells[bot])} |")
    return "\n".join(lines)


def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Every named bot against every other.")
    parser.add_argument("--only", default="", help="only tables whose titles contain these words")
    parser.add_argument("--games", type=int, default=GAMES, help="matches of a pair of fast bots")
    parser.add_argument("--full", action="store_true", help="as many for slow bots too, which takes days")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args(words)
    print(PREFACE)
    for table in (each._replace(fewer={}) if given.full else each for each in TABLES):
        if given.only in table.title():
            print(f"\n{table_text(play_table(table, given.games, given.seed, given.jobs), given.seed)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
