/** Positions built by hand from the real tables, for the tests. */
import type { Choice, Company, Game, Line, Question } from "@parlour/kit/types";
import items from "../data/items.csv?raw";
import monsters from "../data/monsters.csv?raw";
import weapons from "../data/weapons.csv?raw";
import { pairOf } from "./selection.js";
import { ITEMS, PLACES, SELECTION, bookOf, type HunterView } from "./view.js";

/** Parses CSV with a header; commas inside quotes stay. */
function rows(text: string): Record<string, string>[] {
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((found) => found[1] ?? found[2] ?? "");
  const [head = "", ...lines] = text.trim().split(/\r?\n/);
  const names = cells(head);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, index) => [names[index], cell])));
}
const named = (row: Record<string, string>) => row.name ?? "";

export const game = {
  id: "hunter",
  title: "Hunter & Apprentice",
  art: { "place-bar": "/art/bar.svg" },
  things: {
    place: ["Work Site", "Bar", "Station", "Hospital", "Dojo", "Plaza", "Forest"],
    weapon: rows(weapons).map(named),
    item: rows(items).map(named),
    monster: rows(monsters).map((row) => `Beast ${row.id}`),
  },
  facts: {
    weapon: rows(weapons).map((row) => ({
      damage: [1, 2, 3, 4, 5, 6].map((face) => Number(row[`dmg_${face}`])),
      attack_cost: Number(row.attack_exp_cost),
      defense_cost: Number(row.defense_exp_cost),
      capacity: Number(row.capacity),
      powers: [row.power1_text, row.power2_text, row.power3_text],
    })),
    monster: rows(monsters).map((row) => ({
      level: Number(row.level),
      hp: Number(row.hp),
      att: Number(row.att),
      money: Number(row.money),
      beer: Number(row.beer),
      bags: Number(row.blood_bags),
      points: Number(row.points),
      effect: "",
    })),
    item: rows(items).map((row) => ({
      size: Number(row.size),
      price: Number(row.price),
      most: Number(row.max_held || 0),
      text: row.effect_text,
    })),
  },
} as unknown as Game;
export const book = bookOf(game);
export const BAT = 0;
export const RIFLE = 2;
export const CHAIN = 4;
export const WHIP = 6;

const held = (things: Record<string, number>): number[] => ITEMS.map((id) => things[id] ?? 0);
export interface Person {
  weapon?: number;
  money?: number;
  exp?: number;
  hp?: number;
  ep?: number;
  score?: number;
  things?: Record<string, number>;
  pets?: number[];
  hunter?: number;
  apprentice?: number;
  fame?: number;
}

/** A position with these players; everything else is as at the start of a match. */
export function town(people: Person[], change: Partial<HunterView> = {}): HunterView {
  const by = (value: (person: Person) => number | undefined, usual: number): number[] =>
    people.map((person) => value(person) ?? usual);
  const weapon = by((one) => one.weapon, BAT);
  const load = people.map((one) => held(one.things ?? {}));
  const each = <T>(value: T): T[] => people.map(() => value);
  return {
    viewer: 0,
    asked: [],
    phase: SELECTION,
    round: 1,
    colours: people.map((_, seat) => seat + 1),
    weapon,
    money: by((one) => one.money, 4),
    exp: by((one) => one.exp, 3),
    hp: by((one) => one.hp, 4),
    hp_max: each(4),
    hp_put: each(0),
    ep: by((one) => one.ep, 6),
    ep_max: each(6),
    ep_put: each(0),
    score: by((one) => one.score, 0),
    reward: each(0),
    fame: by((one) => one.fame, 0),
    track: each(1),
    power: each(1),
    attack: each(2),
    defense: each(0),
    capacity: weapon.map((one) => (game.facts!.weapon![one] as { capacity: number }).capacity),
    used: load.map((row) => row.reduce((all, count, item) => all + count * book.item[item]!.size, 0)),
    items: load,
    inventory: each([]),
    prices: weapon.map((one) =>
      book.item.map((item, number) => (number < 6 || (number === 6 && one === RIFLE) ? item.price : 0)),
    ),
    pets: people.map((one) => one.pets ?? [0, 0, 0]),
    pet_ep: each([2, 3, 4]),
    pet_damage: each([1, 3, 5]),
    kills: each([0, 0, 0]),
    sources: each([0, 0, 0, 0, 0, 0]),
    hunter: by((one) => one.hunter, -1),
    apprentice: by((one) => one.apprentice, -1),
    ready: each(false),
    mine: null,
    picked: each(-1),
    dummies: [1, 3, 5],
    tokens: PLACES.map(() => 0),
    pay: PLACES.map(() => [6, 4, 4, 4]),
    station: [6, 6, 4, 4],
    fighter: -1,
    queue: [],
    fights: 0,
    monster: -1,
    monster_level: 0,
    monster_hp: 0,
    monster_max: 0,
    monster_att: 0,
    party: [0, 0, 0],
    party_damage: 0,
    surplus: 0,
    battle_round: 0,
    taken: 0,
    bonus: 0,
    knife: 0,
    tame_cost: 0,
    boost: 0,
    visits: each(Array.from({ length: 14 }, () => 0)),
    alone: each(0),
    met: each(0),
    first: -1,
    over: false,
    ...change,
  };
}

export const company = (...names: string[]): Company => ({
  names,
  players: names.map(() => "human"),
  options: { rules: "default" },
  viewer: 0,
});
export const choice = (action: string, sentence?: string): Choice => ({
  action,
  label: action,
  reason: sentence === undefined ? null : { rule: "4.1", sentence },
});
export const ask = (number: number, ...choices: Choice[]): Question => ({
  number,
  text: "What now?",
  hint: true,
  lapse: null,
  choices,
});

/**
 * The question of the selection: every pair, except those with a dummy, two tokens at one place, or a Forest that is
 * too far.
 */
export function sending(sight: HunterView, number = 1, ...more: Choice[]): Question {
  const tired = (sight.ep[0] ?? 0) < 2;
  const open = PLACES.map((_, place) => place).filter((place) => !sight.dummies.includes(place));
  const pairs = open
    .flatMap((hunter) => open.map((apprentice) => [hunter, apprentice] as const))
    .filter(([hunter, apprentice]) => (hunter !== apprentice || hunter === 6) && !(hunter === 6 && tired));
  return ask(number, ...pairs.map(([hunter, apprentice]) => choice(pairOf(hunter, apprentice))), ...more);
}

let count = 0;
/** A line of the log with its arguments in order. */
export const line = (kind: string, ...args: number[]): Line => ({
  number: (count += 1),
  category: "battle",
  text: `${kind} ${args.join(" ")}`,
  pause: false,
  kind,
  arguments: Object.fromEntries(args.map((value, index) => [`argument ${index}`, value])),
});
