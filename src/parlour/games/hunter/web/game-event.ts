/**
 * A log line as an event in numbers, and its effect on the view, so that the boards change while the log is animated.
 */
import type { Line } from "@parlour/kit/types";
import { BEER, BEFORE, BLOOD, HUNTING, STATION, sum, type Book, type HunterView } from "./view.js";

export interface GameEvent {
  kind: string;
  args: number[];
  text: string;
}

/** A line as an event: its arguments in order. */
export const eventOf = (line: Line): GameEvent => ({
  kind: line.kind ?? "",
  args: Object.values(line.arguments),
  text: line.text,
});

/** The faces of a roll: digits in base 6, the first die lowest. */
export function faces(dice: number, outcome: number): number[] {
  const found: number[] = [];
  for (let rest = outcome; found.length < dice; rest = Math.floor(rest / 6)) found.push((rest % 6) + 1);
  return found;
}

const RESOURCES = ["money", "beer", "bags", "exp", "score", "hp", "ep"] as const;
const set = (column: number[], seat: number, value: number): number[] =>
  column.map((one, index) => (index === seat ? value : one));
const add = (column: number[], seat: number, more: number): number[] => set(column, seat, (column[seat] ?? 0) + more);

/** The view with more (or fewer) of an item, and the load adjusted. */
function carry(sight: HunterView, book: Book, seat: number, item: number, more: number): HunterView {
  const items = sight.items.map((row, index) => (index === seat ? add(row, item, more) : row));
  return {
    ...sight,
    items,
    used: set(sight.used, seat, sum((items[seat] ?? []).map((count, index) => count * (book.item[index]?.size ?? 1)))),
  };
}

/** The view with more of a resource: money, Beers, Blood Bags, EXP, points, HP, EP. */
function gain(sight: HunterView, book: Book, seat: number, resource: number, more: number): HunterView {
  const name = RESOURCES[resource];
  if (name === undefined || more === 0) return sight;
  if (name === "beer") return carry(sight, book, seat, BEER, more);
  if (name === "bags") return carry(sight, book, seat, BLOOD, more);
  const sums = add(sight[name], seat, more);
  return {
    ...sight,
    [name]: name === "money" || name === "exp" ? sums.map((one) => Math.min(15, Math.max(0, one))) : sums,
  };
}
const gains = (sight: HunterView, book: Book, seat: number, more: number[]): HunterView =>
  more.reduce((now, count, resource) => gain(now, book, seat, resource, count), sight);

/** The view in front of a monster with this many HP. */
const facing = (sight: HunterView, book: Book, fighter: number, monster: number, hp: number): HunterView => ({
  ...sight,
  phase: BEFORE,
  fighter,
  monster,
  monster_level: book.monster[monster]?.level ?? 1,
  monster_hp: hp,
  monster_max: Math.max(hp, book.monster[monster]?.hp ?? hp),
});

/** The view after one event. Effects that are not drawn wait for the next view. */
export function advance(sight: HunterView, { kind, args }: GameEvent, book: Book): HunterView {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
  switch (kind) {
    case "sent":
      return {
        ...sight,
        phase: STATION,
        mine: null,
        ready: sight.ready.map(() => false),
        hunter: set(sight.hunter, a, b),
        apprentice: set(sight.apprentice, a, c),
      };
    case "toll":
      return gain(sight, book, a, 6, -b);
    case "popularity":
      return { ...sight, reward: set(sight.reward, a, c) };
    case "rewarded":
      return gains(sight, book, a, [b, c, d, e, f]);
    case "fame":
      return gain({ ...sight, fame: set(sight.fame, a, b) }, book, a, 4, c);
    case "income":
    case "helped":
      return gain(sight, book, a, c, d);
    case "station":
      return { ...sight, picked: set(sight.picked, a, b) };
    case "drank":
      return { ...carry(sight, book, a, BEER, -1), ep: set(sight.ep, a, b), surplus: d };
    case "healed":
      return { ...carry(sight, book, a, BLOOD, -1), hp: set(sight.hp, a, b) };
    case "put":
      return {
        ...carry(sight, book, a, b, -c),
        ...(b === BEER ? { ep_put: set(sight.ep_put, a, d) } : { hp_put: set(sight.hp_put, a, d) }),
      };
    case "raised":
      return b === BEER
        ? { ...sight, ep_max: set(sight.ep_max, a, c), ep: add(sight.ep, a, 1), ep_put: set(sight.ep_put, a, 0) }
        : { ...sight, hp_max: set(sight.hp_max, a, c), hp: add(sight.hp, a, 1), hp_put: set(sight.hp_put, a, 0) };
    case "milestone":
      return gain(sight, book, a, 4, d);
    case "traded":
      return carry(carry(sight, book, a, BEER, -1), book, a, BLOOD, 1);
    case "attack_trained":
      return { ...sight, attack: set(sight.attack, a, b), exp: add(sight.exp, a, -c) };
    case "defense_trained":
      return { ...sight, defense: set(sight.defense, a, b), exp: add(sight.exp, a, -c) };
    case "bought":
      return { ...carry(sight, book, a, b, 1), money: set(sight.money, a, d) };
    case "discarded":
      return carry(sight, book, a, b, -1);
    case "brought":
      return {
        ...sight,
        party: add(sight.party, b - 1, 1),
        party_damage: sight.party_damage + (sight.pet_damage[a]?.[b - 1] ?? 0),
      };
    case "hunted":
      return {
        ...gain(sight, book, a, 6, -c),
        phase: HUNTING,
        fighter: a,
        monster: -1,
        monster_level: b,
        party_damage: d,
      };
    case "met":
      return { ...facing(sight, book, a, b, c), monster_att: d };
    case "fought":
      return { ...facing(sight, book, a, b, c), monster_att: sight.monster_att || (book.monster[b]?.att ?? 0) };
    case "loaded":
      return carry(sight, book, a, b, -1);
    case "struck":
      return { ...sight, monster_hp: Math.max(0, d) };
    case "felled":
      return { ...sight, monster_hp: 0 };
    case "ones":
    case "fake_paid":
      return gain(sight, book, a, 4, b);
    case "used":
      return { ...carry(sight, book, a, b, -1), monster_hp: Math.max(0, d) };
    case "bleeding":
      return { ...sight, bonus: b };
    case "readied":
      return { ...sight, knife: 1 };
    case "struck_again":
    case "retaliated":
      return { ...sight, monster_hp: Math.max(0, c) };
    case "hit":
      return gain({ ...sight, hp: set(sight.hp, a, Math.max(0, d)) }, book, a, 3, e);
    case "tamed":
      return {
        ...gain(sight, book, a, 6, -c),
        pets: sight.pets.map((row, seat) => (seat === a ? add(row, b - 1, 1) : row)),
      };
    case "won":
      return gains(sight, book, a, [c, d, e, 0, f]);
    case "track":
      return { ...sight, track: set(sight.track, a, c) };
    case "power":
      return { ...sight, power: set(sight.power, a, c) };
    case "power_gain":
      return gain(sight, book, a, c, d);
    case "lost":
      return { ...sight, hp: set(sight.hp, a, 1) };
    case "stolen":
      return gain(sight, book, a, 0, -c);
    case "hurt":
      return gain(sight, book, a, c, -d);
    case "drained":
      return gain(sight, book, a, 6, -c);
    case "regrown":
      return { ...sight, monster_hp: c };
    case "recovered":
      return gain(sight, book, a, b, 1);
    case "dummies":
      return { ...sight, dummies: args.filter((place) => place >= 0) };
    default:
      return sight;
  }
}
