/**
 * The logic of setting up a table: the form of Quick Play and Solo Play, why it cannot start yet, and the request. No
 * elements.
 */
import type { Setup } from "../kit/server.js";
import type { Game, Option } from "../kit/types.js";

export type Value = boolean | number | string;
export interface Slot {
  kind: "player" | "bot" | "closed";
  bot: string;
}
export interface Form {
  mode: "quick" | "solo";
  seats: number; // Quick Play
  where: "here" | "apart"; // Quick Play: one device passed round, or everyone on their own
  slots: Slot[]; // Solo Play
  names: string[]; // by seat or slot
  options: Record<string, Value>;
  picks: Record<string, string[]>; // options with a value for each seat: by slot or seat, "" leaves it to chance
  clock: string;
  listed: boolean;
}

export const MOST_SLOTS = 5;
export const CLOCKS: { name: string; label: string; clock: { bank: number; increment: number } | null }[] = [
  { name: "none", label: "No clock", clock: null },
  { name: "5+5", label: "5 min + 5 s", clock: { bank: 300, increment: 5 } },
  { name: "10+10", label: "10 min + 10 s", clock: { bank: 600, increment: 10 } },
  { name: "30", label: "30 min", clock: { bank: 1800, increment: 0 } },
];
const LEVELS = ["easy", "medium", "hard", "expert"];

export const fewest = (game: Game) => Math.min(...game.seats);
export const most = (game: Game) => Math.max(...game.seats);
export const solitaire = (game: Game) => most(game) === 1;
export const levelsOf = (game: Game) => LEVELS.filter((level) => level in game.levels);
const LAST = "pass"; // the bot that only passes is no opponent

/** The bots to choose from: the levels, the game's own bots, and the general ones. */
export function botGroups(game: Game): { label: string; bots: string[] }[] {
  const named = game.bots.filter((bot) => !(bot in game.levels));
  const others = game.others ?? [];
  const own = named.filter((bot) => !others.includes(bot) && bot !== LAST);
  const rest = named.filter((bot) => others.includes(bot) && bot !== LAST);
  return [
    { label: "Level", bots: levelsOf(game) },
    { label: "Bot", bots: own },
    { label: "Others", bots: [...rest, ...named.filter((bot) => bot === LAST)] },
  ].filter(({ bots }) => bots.length > 0);
}
export const botLabel = (bot: string) => (LEVELS.includes(bot) ? bot[0]!.toUpperCase() + bot.slice(1) : bot);

/** "2", "2 or 4", "2 to 5". */
export function seatsText(game: Game): string {
  const seats = [...game.seats].sort((a, b) => a - b);
  const low = seats[0]!;
  const high = seats.at(-1)!;
  if (seats.length === 1) return `${low}`;
  if (high - low + 1 === seats.length && seats.length > 2) return `${low} to ${high}`;
  return `${seats.slice(0, -1).join(", ")} or ${high}`;
}

/** Whom somebody meets who names no opponent: the easy level. */
const opponent = (game: Game) => levelsOf(game)[0] ?? game.best ?? game.bots[0] ?? "random";

/** A name cut to the length the game allows. */
export const shortenName = (game: Game, name: string) => [...name].slice(0, game.longest_name).join("");

/** The initial form: slot 1 is a player, the others are closed. */
export function firstForm(game: Game, mode: Form["mode"], name = ""): Form {
  const slots = Math.min(MOST_SLOTS, most(game));
  return {
    mode,
    seats: fewest(game),
    where: "here",
    names: [shortenName(game, name)],
    slots: Array.from({ length: slots }, (_, slot) => ({
      kind: slot === 0 ? "player" : "closed",
      bot: opponent(game),
    })),
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    picks: {},
    clock: "none",
    listed: true,
  };
}

/** The form with a bot in the first closed slot; null if more seats would not help. */
export function withBot(game: Game, form: Form): Form | null {
  const at = form.slots.findIndex((slot) => slot.kind === "closed");
  if (form.mode !== "solo" || at < 0 || seatsOf(form).length >= fewest(game)) return null;
  return { ...form, slots: form.slots.map((slot, i) => (i === at ? { kind: "bot", bot: slot.bot } : slot)) };
}

/** The one-click match if none was played before: you, and bots up to the minimum of seats. */
export function oneClick(game: Game, name = ""): Form {
  const form = firstForm(game, "solo", name);
  form.slots.forEach((slot, at) => {
    if (at > 0 && at < fewest(game)) slot.kind = "bot";
  });
  return form;
}

/** The last form played, if it still fits this game; else null. */
export function lastForm(game: Game, kept: unknown, name = ""): Form | null {
  if (typeof kept !== "object" || kept === null) return null;
  const was = kept as Partial<Form>;
  const form = firstForm(game, was.mode === "quick" ? "quick" : "solo", name);
  if (typeof was.seats === "number") form.seats = was.seats;
  if (was.where === "apart") form.where = "apart";
  if (Array.isArray(was.slots) && was.slots.length === form.slots.length) {
    form.slots = was.slots.map((slot) => ({ kind: slot?.kind, bot: slot?.bot }));
    if (!form.slots.every((slot) => ["player", "bot", "closed"].includes(slot.kind))) return null;
    if (!form.slots.every((slot) => slot.kind !== "bot" || slot.bot in game.levels || game.bots.includes(slot.bot)))
      return null;
  }
  if (Array.isArray(was.names)) form.names = was.names.map((typed) => (typeof typed === "string" ? typed : ""));
  for (const option of game.options) {
    const value = was.options?.[option.name];
    if (typeof value === typeof option.default) form.options[option.name] = value as Value;
  }
  for (const option of game.options) {
    const picks = was.picks?.[option.name];
    if (Array.isArray(picks)) form.picks[option.name] = picks.map((one) => (option.per_seat?.includes(one) ? one : ""));
  }
  if (CLOCKS.some((clock) => clock.name === was.clock)) form.clock = was.clock!;
  if (was.listed === false) form.listed = false;
  return setupProblem(game, form) === null ? form : null;
}

/** The seats of the request: `open` or a bot. Closed slots are not seats. */
export function seatsOf(form: Form): string[] {
  if (form.mode === "quick") return Array<string>(form.seats).fill("open");
  return form.slots.filter((slot) => slot.kind !== "closed").map((slot) => (slot.kind === "bot" ? slot.bot : "open"));
}

/** The seats this device takes, with their names; an empty name becomes "Player" and a number. */
export function peopleOf(form: Form): { seat: number; name: string }[] {
  const named = (at: number, seat: number) => ({ seat, name: form.names[at]?.trim() || `Player ${seat + 1}` });
  if (form.mode === "quick")
    return form.where === "apart" ? [named(0, 0)] : Array.from({ length: form.seats }, (_, seat) => named(seat, seat));
  let seat = -1;
  return form.slots.flatMap((slot, at) => {
    if (slot.kind === "closed") return [];
    seat += 1;
    return slot.kind === "player" ? [named(at, seat)] : [];
  });
}

/** Why this table cannot have a clock; null if it can. A clock cannot tell who holds a shared device. */
export const noClock = (form: Form): string | null =>
  peopleOf(form).length > 1 ? "No clock: several players share this device." : null;

export function optionTrouble(option: Option, value: Value | undefined): string | null {
  const [low, high] = option.range ?? [-Infinity, Infinity];
  const label = optionLabel(option);
  if (option.type === "int" && !(Number.isInteger(value) && (value as number) >= low && (value as number) <= high))
    return option.range
      ? `${label} must be a whole number from ${low} to ${high}.`
      : `${label} must be a whole number.`;
  if (option.type === "choice" && !option.choices?.includes(String(value)))
    return `${label} must be one of: ${option.choices?.join(", ")}.`;
  if (
    option.type === "file" &&
    option.range &&
    !([...String(value ?? "")].length >= low && [...String(value ?? "")].length <= high)
  )
    return value ? tooLarge(label, high) : `${label} needs a file.`;
  if (
    option.type === "text" &&
    option.range &&
    !(String(value ?? "").trim().length >= low && String(value).trim().length <= high)
  )
    return `${label} must have ${low} to ${high} letters.`;
  return null;
}

/** Why a choice does not go with the number of seats; null if it does. */
export const choiceRefusal = (option: Option, choice: string, form: Form): string | null =>
  option.refusals?.[choice]?.[seatsOf(form).length] ?? null;

const tooLarge = (label: string, most: number): string => `${label} takes a file of at most ${most} characters.`;

/** The name of the file in an option's value; "" for none. */
export const fileName = (value: Value | undefined): string => String(value ?? "").split("\n", 1)[0]!;

/** A file as an option's value: its name, a line break, and its content. Throws an Error with a sentence. */
export async function fileValue(option: Option, file: Pick<File, "name" | "size" | "arrayBuffer">): Promise<string> {
  const most = option.range?.[1] ?? Infinity;
  if (file.size > 4 * most) throw tooLarge(optionLabel(option), most);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw `${file.name} could not be read as text in UTF-8.`;
  }
  return `${file.name}\n${text}`;
}

export function optionLabel(option: Option): string {
  const words = option.label ?? option.name.replaceAll("_", " ");
  return words[0]!.toUpperCase() + words.slice(1);
}

/** Why the table cannot start yet, in one sentence; null if it can. */
export function setupProblem(game: Game, form: Form): string | null {
  const seats = seatsOf(form).length;
  if (seats < fewest(game)) {
    const missing = fewest(game) - seats;
    return (
      `${game.title} needs at least ${fewest(game)} ${fewest(game) === 1 ? "player" : "players"}: ` +
      `open ${missing} more ${missing === 1 ? "slot" : "slots"}.`
    );
  }
  if (!game.seats.includes(seats)) return `${game.title} is for ${seatsText(game)} players, not for ${seats}.`;
  const names = peopleOf(form).map((person) => person.name);
  const long = names.find((name) => [...name].length > game.longest_name);
  if (long) return `"${long}" is too long: a name has at most ${game.longest_name} letters here.`;
  const twice = names.find((name, at) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) !== at);
  if (twice) return `Two seats are called "${twice}": give each a name of its own.`;
  for (const option of game.options) {
    const value = form.options[option.name];
    const trouble = optionTrouble(option, value) ?? choiceRefusal(option, String(value), form);
    if (trouble) return trouble;
  }
  return null;
}

/** The values of options with one for each seat: "red,?" by seat; nothing where all is left to chance. */
export function seatValues(game: Game, form: Form): Record<string, string> {
  const open =
    form.mode === "quick" ? Array<boolean>(form.seats).fill(true) : form.slots.map((s) => s.kind !== "closed");
  const values = game.options
    .filter((option) => option.per_seat && form.picks[option.name])
    .map(
      (option) => [option.name, open.flatMap((on, at) => (on ? [form.picks[option.name]![at] || "?"] : []))] as const,
    )
    .filter(([, seats]) => seats.some((value) => value !== "?"));
  return Object.fromEntries(values.map(([name, seats]) => [name, seats.join(",")]));
}

/** The body of POST /api/tables. */
export function setupOf(game: Game, form: Form): Setup {
  return {
    game: game.id,
    seats: seatsOf(form),
    options: { ...form.options, ...seatValues(game, form) },
    listed: form.listed,
    clock: noClock(form) ? null : (CLOCKS.find((clock) => clock.name === form.clock)?.clock ?? null),
  };
}

/** What will start, in a few words, below the one-click button. */
export function describeForm(game: Game, form: Form): string {
  const files = game.options
    .filter((option) => option.type === "file")
    .map((option) => fileName(form.options[option.name]))
    .filter(Boolean);
  return files.length ? `${company(game, form)}, with ${files.join(" and ")}` : company(game, form);
}

function company(game: Game, form: Form): string {
  if (solitaire(game))
    return form.slots[0]?.kind === "bot" ? `${botLabel(form.slots[0].bot)} plays, you watch` : "You, alone";
  if (form.mode === "quick")
    return form.where === "apart"
      ? `A table for ${form.seats}, seats open to friends`
      : `${form.seats} players on this device`;
  const bots = form.slots.filter((slot) => slot.kind === "bot").map((slot) => botLabel(slot.bot).toLowerCase());
  const people = form.slots.filter((slot) => slot.kind === "player").length;
  const who = people === 0 ? "Nobody but bots:" : people === 1 ? "You" : `${people} of you`;
  const against =
    bots.length === 0 ? "" : bots.length === 1 ? `the ${bots[0]} bot` : `${bots.length} bots: ${bots.join(", ")}`;
  if (people === 0) return `Watch ${against}`;
  return against ? `${who} against ${against}` : `${people} players on this device`;
}
