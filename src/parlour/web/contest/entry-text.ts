/** Entries of a gamelog in words, and as log lines for a board. */
import {
  count,
  orderOf,
  seatOf,
  word,
  type GameEvent,
  type MatchReader,
  type OrderText,
  type Position,
  type Scene,
} from "../kit/gamelog.js";
import type { Game, Line } from "../kit/types.js";

/** One entry in words; `refused` says why an order was not carried out. */
export interface EntryText extends OrderText {
  seat: number | null;
}

/** Describes one entry; the game describes the orders. */
export function describeEntry(scene: Scene, match: MatchReader): EntryText {
  const { entry, before, after, players } = scene;
  const order = orderOf(entry, players);
  const seat = entry.data ? seatOf(players, entry.data.player) : -1;
  const who = seat < 0 ? null : seat;
  if (order) return { seat: who, ...match.describeOrder(scene, order) };
  const won = outcome(after, players);
  if (won && !outcome(before, players)) return { seat: won.seat, text: won.text, refused: "" };
  switch (entry.type) {
    case "start":
      return { seat: null, text: "The match begins", refused: "" };
    case "order":
      return { seat: who, text: `begins turn ${count(after.root.currentTurn)}`, refused: "" };
    case "finished":
      return {
        seat: who,
        text:
          entry.data?.returned === true
            ? `ends turn ${count(before.root.currentTurn)}`
            : "asks for more time in this turn",
        refused: "",
      };
    case "disconnect":
      return { seat: who, text: entry.data?.timeout ? "ran out of time" : "left the match", refused: "" };
    case "over":
      return { seat: won?.seat ?? null, text: won?.text ?? "The match is over", refused: "" };
    default:
      return { seat: who, text: entry.type, refused: "" };
  }
}

/** The winner and the reason, in the server's words; null while the match is running. */
export function outcome(position: Position, players: string[]): { seat: number; text: string; reason: string } | null {
  const seat = players.findIndex((id) => position.objects.get(id)?.won === true);
  if (seat < 0) return null;
  const reason = word(position.objects.get(players[seat]!)?.reasonWon);
  return { seat, text: reason ? `wins: ${reason}` : "wins", reason };
}

/** An entry as one sentence. */
export function sentence({ seat, text, refused }: EntryText, names: string[]): string {
  const said = seat === null ? text.charAt(0).toUpperCase() + text.slice(1) : `${names[seat] ?? "A player"} ${text}`;
  return `${said}${refused ? `. Refused: ${refused}` : ""}`;
}

/** Events as the log lines that a board gets; names come from the game's description. */
export function linesOf(game: Game, events: GameEvent[], first = 1): Line[] {
  return events.map(({ kind, numbers }, index) => {
    const described = game.events[kind];
    return {
      number: first + index,
      category: described?.category ?? "system",
      text: "",
      pause: false,
      kind: described?.name ?? null,
      arguments: Object.fromEntries((described?.arguments ?? []).map((name, place) => [name, numbers[place] ?? 0])),
    };
  });
}
