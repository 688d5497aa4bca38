/** The player's place: its text, who plays there, and the ways out. */
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Choice, Hint } from "@parlour/kit/types";
import { bar, hintFor } from "./chance.js";
import { sign, type Walk } from "./map.js";
import { portrait } from "./faces.js";
import { scenery } from "./scenery.js";
import { SIDE, WAYS, aim, meaning, symbolAt, type Way } from "./view.js";

export interface Visit extends Walk {
  hints: Hint[];
  keys: boolean;
}

export function page({ captions, sight }: Visit): TemplateResult {
  return html`<article class="page here" tabindex="0">
    ${scenery(captions.scenery ?? "street", sight.place)}
    <p class="where line"><span class="tab">${captions.label}</span>${captions.district}</p>
    <h2>${captions.place}</h2>
    <p class="telling">${captions.description}</p>
    ${captions.turned_away ? html`<p class="telling">${captions.turned_away}</p>` : nothing}
    ${captions.last_chance ? html`<p class="caution">${captions.last_chance}</p>` : nothing}
    ${captions.boss_waits && !sight.open ? html`<p class="tip">${captions.boss_waits}</p>` : nothing}
  </article>`;
}

export function encounter(visit: Visit): TemplateResult | typeof nothing {
  const choice = visit.question?.choices.find((one) => one.action === "fight");
  if (choice === undefined) return nothing;
  if (choice.reason !== null) return html`<p class="nobody">${choice.reason.sentence}</p>`;
  return html`<div class="encounter">
    ${portrait(visit.captions.opponent ?? "", visit.captions.opponent === visit.captions.boss)}
    <button
      class="fight"
      type="button"
      title=${hintFor(visit.hints, "fight")?.text ?? nothing}
      @click=${() => visit.answer("fight")}
    >
      <span class="what">${choice.label}</span>${cap("F", visit.keys)}${bar(visit.hints, "fight", aim(visit.sight))}
    </button>
  </div>`;
}

export const cap = (key: string, shown: boolean) => (shown ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing);

/** The nine places around the player; the four neighbours can be walked to. / is outside the city. */
export function compass(visit: Visit): TemplateResult {
  const { sight } = visit;
  const row = Math.floor(sight.place / SIDE);
  const column = sight.place % SIDE;
  const tiles = [-1, 0, 1].flatMap((south) =>
    [-1, 0, 1].map((east) => {
      const way = WAYS.find((one) => one.row === south && one.column === east);
      const symbol = symbolAt(sight, row + south, column + east);
      return way
        ? step(visit, way, symbol)
        : html`<span class="tile" role="img" aria-label=${meaning(symbol)} title=${meaning(symbol)}
            >${sign(symbol)}</span
          >`;
    }),
  );
  return html`<div class="compass" role="group" aria-label="Where to go">${tiles}</div>`;
}

function step({ sight, question, hints, answer, blocked }: Visit, way: Way, symbol: string): TemplateResult {
  const choice: Choice | undefined = question?.choices.find((one) => one.action === way.action);
  if (choice === undefined)
    return html`<span class="tile" role="img" aria-label=${`${way.name}: ${meaning(symbol)}`} title=${meaning(symbol)}
      >${sign(symbol)}</span
    >`;
  const closed = choice.reason !== null;
  return html`<button
    class="tile way"
    type="button"
    aria-disabled=${closed ? "true" : "false"}
    aria-description=${choice.reason?.sentence ?? nothing}
    title=${choice.reason?.sentence ?? hintFor(hints, way.action)?.text ?? choice.label}
    data-way=${way.name}
    @click=${() => (choice.reason ? blocked(choice.reason.sentence) : answer(choice.action))}
  >
    <span class="unseen">${choice.label}</span>${sign(symbol)}
    ${
      closed
        ? nothing
        : html`<svg class="arrow" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${way.arrow} />`}</svg>`
    }
    ${bar(hints, way.action, aim(sight))}
  </button>`;
}
