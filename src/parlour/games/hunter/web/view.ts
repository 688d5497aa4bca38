/**
 * The view as the board reads it: the fields of HunterView, the facts of weapons, monsters and items, and derived
 * values.
 */
import { hueOf } from "@parlour/kit/seats";
import type { Game } from "@parlour/kit/types";

export interface HunterView {
  viewer: number;
  asked: number[];
  phase: number;
  round: number;
  colours: number[];
  weapon: number[];
  money: number[];
  exp: number[];
  hp: number[];
  hp_max: number[];
  hp_put: number[];
  ep: number[];
  ep_max: number[];
  ep_put: number[];
  score: number[];
  reward: number[];
  fame: number[];
  track: number[];
  power: number[];
  attack: number[];
  defense: number[];
  capacity: number[];
  used: number[];
  items: number[][];
  inventory: number[][];
  prices: number[][];
  pets: number[][];
  pet_ep: number[][];
  pet_damage: number[][];
  kills: number[][];
  sources: number[][];
  hunter: number[];
  apprentice: number[];
  ready: boolean[];
  mine: number[] | null;
  picked: number[];
  dummies: number[];
  tokens: number[];
  pay: number[][];
  station: number[];
  fighter: number;
  queue: number[];
  fights: number;
  monster: number;
  monster_level: number;
  monster_hp: number;
  monster_max: number;
  monster_att: number;
  party: number[];
  party_damage: number;
  surplus: number;
  battle_round: number;
  taken: number;
  bonus: number;
  knife: number;
  tame_cost: number;
  boost: number;
  visits: number[][];
  alone: number[];
  met: number[];
  first: number;
  over: boolean;
}
export interface Weapon {
  name: string;
  damage: number[];
  attack_cost: number;
  defense_cost: number;
  powers: string[];
}
export interface Monster {
  name: string;
  level: number;
  hp: number;
  att: number;
  money: number;
  beer: number;
  bags: number;
  points: number;
  effect: string;
}
export interface Item {
  name: string;
  size: number;
  price: number;
  most: number;
  text: string;
}
export interface Book {
  weapon: Weapon[];
  monster: Monster[];
  item: Item[];
  place: string[];
  art: Record<string, string>;
}

export const DEALING = 0;
export const SELECTION = 1;
export const STATION = 2;
export const STORE = 3;
export const OVERFLOW = 4;
export const HUNTING = 5;
export const MEETING = 6;
export const BEFORE = 7;
export const AFTER = 8;
export const RECOVERING = 9;
export const OVER = 10;
export const RESTING = 11;
export const PLACES = ["work-site", "bar", "station", "hospital", "dojo", "plaza", "forest"];
export const FOREST = 6;
export const ITEMS = ["beer", "blood-bag", "grenade", "bomb", "dynamite", "fake-blood", "bullet", "battery"];
export const BEER = 0;
export const BLOOD = 1;
export const GRENADE = 2;
export const FAKE_BLOOD = 5;
export const BULLET = 6;
export const BATTERY = 7;
export const WEAPONS = ["bat", "katana", "rifle", "plasma", "chain", "axe", "whip", "bow", "sword", "knife", "gloves"];
export const KATANA = 1;
export const RIFLE = 2;
export const PLASMA = 3;
export const BOW = 7;
export const REWARDS = ["", "1 Beer", "$2", "3 Blood Bags", "4 EXP", "5 points"]; // rewards of the popularity track
export const PURSE = 15;
export const LEARNED = 15;
export const HIGHEST = 10;
export const BEERS_TO_RAISE = 4;
export const BAGS_TO_RAISE = 3;
export const MOST_ATTACK = 7;
export const MOST_DEFENSE = 6;
export const TRACK_END = 7;
export const GOAL = 50;

interface Facts {
  weapon?: Partial<Weapon>[];
  monster?: Partial<Monster>[];
  item?: Partial<Item>[];
}

/** The facts from the game's description; things without a description keep their names. */
export function bookOf(game: Game | undefined): Book {
  const facts = (game?.facts ?? {}) as Facts;
  const things = game?.things ?? {};
  const name = (kind: string, number: number) => things[kind]?.[number] ?? `${kind} ${number + 1}`;
  return {
    weapon: WEAPONS.map((_, number) => ({
      name: name("weapon", number),
      damage: [],
      attack_cost: 0,
      defense_cost: 3,
      powers: [],
      ...facts.weapon?.[number],
    })),
    monster: Array.from({ length: 36 }, (_, number) => ({
      name: name("monster", number),
      level: Math.floor(number / 12) + 1,
      hp: 0,
      att: 0,
      money: 0,
      beer: 0,
      bags: 0,
      points: 0,
      effect: "",
      ...facts.monster?.[number],
    })),
    item: ITEMS.map((_, number) => ({
      name: name("item", number),
      size: 1,
      price: 0,
      most: 0,
      text: "",
      ...facts.item?.[number],
    })),
    place: PLACES.map((_, number) => name("place", number)),
    art: game?.art ?? {},
  };
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
/** The rounded averages of the monsters of a level, from the figures of this match. */
export function averageOf(book: Book, level: number): { hp: number; att: number; points: number } {
  const monsters = book.monster.filter((one) => one.level === level);
  const average = (figure: (one: Monster) => number) => Math.round(sum(monsters.map(figure)) / monsters.length);
  return { hp: average((one) => one.hp), att: average((one) => one.att), points: average((one) => one.points) };
}

export const signed = (count: number): string => (count < 0 ? `−${-count}` : `+${count}`);
export const times = (count: number): number[] => Array.from({ length: Math.max(0, count) }, (_, index) => index);
export const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

/** The palette number of a seat: the colour it was dealt, or its own number before that. */
export const hue = (sight: HunterView, seat: number): number => hueOf(sight.colours, seat);

/** Whether tokens are face up: always, except in the selection. */
export const revealed = (sight: HunterView): boolean => sight.hunter.some((place) => place >= 0);

/** The ammunition of a weapon, if it needs any. */
export const ammunition = (weapon: number): number => (weapon === RIFLE ? BULLET : weapon === PLASMA ? BATTERY : -1);
