import { afterEach, describe, expect, it } from "vitest";
import type { Film, Frame } from "../kit/types.js";
import "./film-view.js";
import type { FilmView } from "./film-view.js";

const frame = (at: number, who: number | null): Frame => ({
  at,
  who,
  text: "bid 4",
  lines: [],
  view: {},
  captions: {},
  lights: [],
});
const film = (result: Film["result"]): Film => ({
  id: "R1",
  names: ["Ann"],
  players: ["human"],
  options: {},
  viewer: 0,
  version: 1,
  digest: "",
  frames: [frame(0, null), frame(1, 0)],
  result,
  review: [],
  dealer: { kind: "given", commitment: "", nonces: [], seed: "", given: 0 },
  game: {
    id: "magpie",
    title: "Magpie",
    version: 1,
    blurb: "",
    seats: [1],
    longest_name: 24,
    options: [],
    bots: [],
    levels: {},
    best: "",
    board: null,
    view: [],
    things: {},
    events: [],
  },
});

let view: FilmView;
afterEach(() => view.remove());

async function shown(
  result: Film["result"],
  start: number,
): Promise<{ button: HTMLButtonElement; reason: string | undefined; asked: number[] }> {
  view = document.createElement("film-view") as FilmView;
  const asked: number[] = [];
  view.addEventListener("play-on", (event) => asked.push((event as CustomEvent<{ at: number }>).detail.at));
  Object.assign(view, { film: film(result), leads: true, start });
  document.body.append(view);
  await new Promise((resolve) => setTimeout(resolve));
  await view.updateComplete;
  const button = view.shadowRoot!.querySelector<HTMLButtonElement>(".bar .primary")!;
  button.click();
  return { button, reason: view.shadowRoot!.querySelector("#ended")?.textContent ?? undefined, asked };
}

describe("playing on from a step", () => {
  const over = { winners: [0], rows: [{ seat: 0, points: 1, rank: 1 }], record: "R1" };
  it("is offered where the match still runs", async () => {
    const { button, reason, asked } = await shown(over, 0);
    expect([button.disabled, reason, asked]).toEqual([false, undefined, [0]]);
  });
  it("is refused with the reason where it is over", async () => {
    const { button, reason, asked } = await shown(over, 1);
    expect([button.disabled, reason, button.title, asked]).toEqual([
      true,
      "The match is over here.",
      "The match is over here.",
      [],
    ]);
  });
  it("is offered at the last step of a match that was not finished", async () => {
    const { button, asked } = await shown(null, 1);
    expect([button.disabled, asked]).toEqual([false, [1]]);
  });
});
