/** Sets up a table, takes this device's seats, and goes there. */
import { bestResults } from "../kit/results.js";
import { go } from "../kit/route.js";
import { server } from "../kit/server.js";
import { store } from "../kit/store.js";
import type { Game, Table } from "../kit/types.js";
import { oneClick, peopleOf, lastForm, setupOf, solitaire, type Form } from "./setup.js";

const memory = (game: Game) => `setup.${game.id}`;

/** What the one-click button starts: the last form, else an easy match. A solitaire is private, its lesson is once. */
export function ready(game: Game): Form {
  const form = lastForm(game, store.kept<unknown>(memory(game), null), store.name) ?? oneClick(game, store.name);
  if (bestResults(game.id).length) Object.assign(form.options, game.again);
  return solitaire(game) ? { ...form, listed: false } : form;
}

export async function start(game: Game, form: Form, daily = false): Promise<void> {
  let table: Table = await server.setUp({ ...setupOf(game, form), ...(daily ? { daily } : {}) });
  store.notice(table.id, table.notices ?? []);
  const people = peopleOf(form);
  for (const person of people) table = (await server.sit(table.id, person)).table;
  if (!daily) store.keep(memory(game), form);
  if (form.names[0]?.trim()) store.name = form.names[0];
  enter(table, people);
}

/** Goes to a table; this browser remembers the seats that it holds there. */
function enter(table: Table, held: readonly { seat: number }[]): void {
  const seats = held.map(({ seat }) => seat);
  if (seats.length) store.satDown(table, seats);
  go(`/t/${table.id}`);
}

export async function join(table: Table, seat: number, name: string): Promise<void> {
  const taken = await server.sit(table.id, { seat, name: name.trim() || `Player ${seat + 1}` });
  if (name.trim()) store.name = name;
  enter(taken.table, [taken]);
}

/** Starts a lesson, under this browser's name if the game allows its length. */
export async function learn(game: Game, lesson: string): Promise<void> {
  const { table, seats } = await server.learn(game.id, lesson, store.name.slice(0, game.longest_name).trim());
  enter(table, seats);
}

export async function load(save: string): Promise<void> {
  const { table, seats } = await server.load(save);
  enter(table, seats);
}
