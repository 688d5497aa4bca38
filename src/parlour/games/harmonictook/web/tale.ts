/** The turns of late, as the lines of the log tell them: what was rolled, who was paid what and why, what was built. */
import type { Line } from "@parlour/kit/types";
import { cardOf, coinWord, hitsOf, landmarkOf, type Catalogue, type Sight } from "./sight.js";

export const BANK = -1;
export const NONE = -1;
const LONGEST = 12; // turns that are kept, however long a chain of doubles is
const SKIPPED = ["", "its condition does not hold", "nothing to count", "no coins to take"];

/**
 * Coins are what `seat` gains or loses; `from` pays them or gets them; a note moves none. What a seat does is worded
 * twice: `why` follows a name ("builds Harbor"), `own` follows "You" ("build Harbor"); `act` tells that it is a verb.
 */
export interface Entry {
  seat: number;
  from: number;
  coins: number;
  owed: number;
  card: number;
  why: string;
  own: string;
  act: boolean;
  sort: "pay" | "build" | "note";
}
export interface Tale {
  seat: number;
  turn: number;
  extra: boolean;
  dice: number[];
  plus: number;
  total: number;
  again: number;
  double: boolean;
  entries: Entry[];
}

export interface Happening {
  kind: string;
  told: number[];
}
/** A line in numbers: its arguments in their order. */
export const happening = (line: Line): Happening => ({
  kind: (line.kind ?? "").replace(/[ -]/g, "_"),
  told: Object.values(line.arguments),
});

const copies = (name: string, count: number): string => (count > 1 ? `${name} ×${count}` : name);

/** The form of a verb after "You", or after a name: "have" and "has", "build" and "builds". */
export const verbFor = (you: boolean, verb: string): string =>
  you ? verb : verb === "have" ? "has" : /(?:s|sh|ch|x|o)$/.test(verb) ? `${verb}es` : `${verb}s`;

type Words = Pick<Entry, "why" | "own" | "act">;
/** What a seat does, worded for both: `words` gets the verbs in the right form. */
function action(words: (verb: (base: string) => string) => string): Words {
  return { why: words((base) => verbFor(false, base)), own: words((base) => verbFor(true, base)), act: true };
}
/** What is no verb reads the same for everybody. */
const label = (words: string): Words => ({ why: words, own: words, act: false });

/** What a happening does to purses and cities; null where there is nothing to tell. */
export function entryOf({ kind, told }: Happening, book: Catalogue): Entry | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = told;
  const name = (card: number) => cardOf(book, card).name;
  const pay = (coins: number, words: Words, card = NONE, from = BANK, owed = coins): Entry => ({
    seat: a,
    from,
    coins,
    owed,
    card,
    ...words,
    sort: "pay",
  });
  const note = (words: Words, card = NONE, seat = a): Entry => ({
    seat,
    from: BANK,
    coins: 0,
    owed: 0,
    card,
    ...words,
    sort: "note",
  });
  switch (kind) {
    case "payout":
      return pay(c, label(copies(name(b), d)), b);
    case "payout_skip":
      return note(label(`${copies(name(b), c)}: ${SKIPPED[d] ?? "nothing"}`), b);
    case "collect":
    case "steal":
      return pay(d, label(name(c)), c, b, e);
    case "payment":
      return pay(-c, label(name(b)), b);
    case "bonus":
      return pay(c, label(name(b)), b);
    case "shared":
      return pay(b, label("equal shares"));
    case "airport":
      return pay(b, label("Airport: nothing built"));
    case "city_hall":
      return pay(b, label("City Hall: no coins"));
    case "demolish":
      return pay(
        c,
        action((verb) => `${verb("pull")} down ${landmarkOf(book, b).name}`),
      );
    case "give":
      return pay(
        e,
        action((verb) => `${verb("give")} away ${name(c)}`),
        c,
      );
    case "swap_declined": {
      const words = action((verb) => `${verb("swap")} nothing`);
      return b > 0 ? pay(b, words) : note(words);
    }
    case "invest":
      return {
        ...pay(
          -1,
          action((verb) => `${verb("invest")} in ${name(b)}, which holds ${c}`),
          b,
        ),
        sort: "build",
      };
    case "buy":
      return {
        ...pay(
          -c,
          action((verb) => `${verb("buy")} ${name(b)}`),
          b,
        ),
        sort: "build",
      };
    case "build":
      return {
        ...pay(
          -c,
          action((verb) => `${verb("build")} ${landmarkOf(book, b).name}`),
        ),
        sort: "build",
      };
    case "pass":
      return { ...note(action((verb) => `${verb("build")} nothing`)), sort: "build" };
    case "extra_roll":
      return note(label(`${name(d)}: ${c > 0 ? `${b} and ${c} make ${b + c}` : b}`), d);
    case "swap":
      return note(
        action((verb) => `${verb("give")} ${name(c)} and ${verb("take")} ${name(d)}`),
        d,
      );
    case "close":
      return note(label(`${copies(name(b), c)} ${verbFor(c > 1, "close")} for renovation`), b);
    case "reopen":
      return note(label(`${copies(name(b), c)} ${verbFor(c > 1, "open")} again`), b);
    case "exhibit":
      return note(
        action((verb) => `${verb("exhibit")} ${name(b)}`),
        b,
      );
    case "returned":
      return note(label(`${name(b)} goes back to the market`), b);
    case "market_refill":
      return note(label(`new in the market: ${name(a)} (${hitsOf(cardOf(book, a))})`), a, NONE);
    case "removed":
      return note(label(`leaves the market: ${name(a)}`), a, NONE);
    case "win":
      return note(action((verb) => `${verb("have")} built every landmark and ${verb("win")}`));
    default:
      return null;
  }
}

/** Seat, and who pays: red cards of one kind may come copy by copy, and are told together. */
function joined(entries: Entry[], entry: Entry): Entry[] {
  const last = entries.at(-1);
  const same =
    last !== undefined &&
    entry.sort === "pay" &&
    last.sort === "pay" &&
    entry.card !== NONE &&
    last.seat === entry.seat &&
    last.from === entry.from &&
    last.why === entry.why;
  return same
    ? [...entries.slice(0, -1), { ...last, coins: last.coins + entry.coins, owed: last.owed + entry.owed }]
    : [...entries, entry];
}

/** A new turn of one's own ends the story of the last one; what the others did since stays. */
function begun(tales: Tale[], tale: Tale, mine: number): Tale[] {
  const last = tale.seat === mine && !tale.extra ? tales.map((one) => one.seat).lastIndexOf(mine) : -1;
  return [...tales.slice(last + 1), tale].slice(-LONGEST);
}

const blank = (seat: number, turn: number, extra: boolean): Tale => ({
  seat,
  turn,
  extra,
  dice: [],
  plus: 0,
  total: 0,
  again: 0,
  double: false,
  entries: [],
});

/** The tales with one more line told; who comes in the middle of a turn begins with the throw. */
export function tell(tales: Tale[], line: Line, book: Catalogue, mine: number, turn = 0): Tale[] {
  const now = happening(line);
  const [a = 0, b = 0, c = 0, d = 0] = now.told;
  if (now.kind === "turn_start") return begun(tales, blank(a, b, c === 1), mine);
  const tale = tales.at(-1);
  if (tale === undefined) return now.kind === "roll" ? tell([blank(a, turn, false)], line, book, mine) : tales;
  const change = (more: Partial<Tale>): Tale[] => [...tales.slice(0, -1), { ...tale, ...more }];
  if (now.kind === "roll" || now.kind === "reroll")
    return change({ dice: c > 0 ? [b, c] : [b], total: d, plus: 0, again: tale.again + Number(now.kind === "reroll") });
  if (now.kind === "add_to_roll") return change({ plus: b, total: c });
  if (now.kind === "doubles_bonus") return change({ double: true });
  const entry = entryOf(now, book);
  return entry === null ? tales : change({ entries: joined(tale.entries, entry) });
}

/** A page for what nobody saw happen: the purses before and now. */
export function meanwhile(before: Sight, now: Sight): Tale {
  const entries = now.coins.map((coins, seat): Entry => ({
    seat,
    from: BANK,
    coins: coins - (before.coins[seat] ?? 0),
    owed: 0,
    card: NONE,
    ...label("in the meantime"),
    sort: "pay",
  }));
  const dice = now.dice.reduce((all, one) => all + one, 0);
  return {
    ...blank(now.active, now.turn, false),
    dice: now.dice,
    total: now.total,
    plus: now.dice.length ? now.total - dice : 0,
    double: now.extra,
    entries: entries.filter(({ coins }) => coins !== 0),
  };
}

/** What a seat has gained or lost in a turn, building apart. */
export function balance(tale: Tale | undefined, seat: number): number {
  let coins = 0;
  for (const entry of tale?.entries ?? []) {
    if (entry.sort !== "pay") continue;
    if (entry.seat === seat) coins += entry.coins;
    if (entry.from === seat) coins -= entry.coins;
  }
  return coins;
}

/** The throw in words: "3 + 4 = 7", "4 + 6 + 2 = 12". */
export function throwOf(dice: number[], plus: number, total: number): string {
  if (dice.length === 0) return "";
  const parts = plus ? [...dice, plus] : dice;
  return parts.length === 1 ? `${total}` : `${parts.join(" + ")} = ${total}`;
}

/** The last turn in a sentence or two, for those who listen. */
export function spoken(tale: Tale | undefined, names: string[], mine: number | null, settled = true): string {
  if (tale === undefined || tale.dice.length === 0) return "";
  const who = (seat: number) => (seat === mine ? "You" : (names[seat] ?? `Seat ${seat + 1}`));
  const money = names
    .map((_, seat) => [seat, balance(tale, seat)] as const)
    .filter(([, coins]) => coins !== 0)
    .map(([seat, coins]) => {
      const verb = verbFor(seat === mine, coins > 0 ? "gain" : "lose");
      return `${who(seat)} ${verb} ${coinWord(Math.abs(coins))}.`;
    });
  const built = tale.entries
    .filter((entry) => entry.sort === "build")
    .map((entry) => `${who(entry.seat)} ${entry.seat === mine ? entry.own : entry.why}.`);
  return [
    `${who(tale.seat)} rolled ${throwOf(tale.dice, tale.plus, tale.total)}.`,
    ...(money.length || !settled ? money : ["Nobody is paid."]),
    ...built,
    tale.double ? "A double: another turn." : "",
  ]
    .filter(Boolean)
    .join(" ");
}
