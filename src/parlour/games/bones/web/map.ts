/** The 7x7 map: a night city under fog with the player's symbols. Neighbouring places can be walked to. */
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Question } from "@parlour/kit/types";
import { CELL, DEFINITIONS, GROUND, MARGIN, WHOLE, fog, lights } from "./city.js";
import { SIDE, SYMBOLS, placeName, wayTo, type Captions, type BonesView } from "./view.js";

export interface Walk {
  sight: BonesView;
  captions: Captions;
  question: Question | null;
  at: number;
  answer: (action: string) => void;
  blocked: (why: string) => void;
}

/** The drawing of a symbol: each has its own shape, besides its letter and colour. */
export const sign = (symbol: string): TemplateResult =>
  html`<span class="sign" data-sign=${symbol} aria-hidden="true"><span>${symbol}</span></span>`;

/** The player's figure, with a lantern. */
export const YOU = svg`
  <path d="M24 5c-7 1-10 7-9 15l-6 21c10 5 20 5 30 0l-6-21c1-8-2-14-9-15z" class="cloak" />
  <path d="M19 19c0-6 10-6 10 0 0 5-2 8-5 8s-5-3-5-8z" class="face" />
  <path d="M15 20c-1-8 2-14 9-15 7 1 10 7 9 15M24 30v13" class="seam" />
  <path d="M38 27v-5m-4 5h8l1 10H33zm0 10h8" class="lantern" /><circle cx="38" cy="32" r="2.6" class="flame" />`;

export function map(walk: Walk): TemplateResult {
  const { sight, at } = walk;
  const places = Array.from(sight.symbols, (_, place) => place);
  const visited = places.filter((place) => "0#!".includes(sight.symbols.charAt(place)) || place === sight.place);
  return html`<div class="city" role="group" aria-label="Map of the city">
    <svg class="ground-plan" viewBox="${-MARGIN} ${-MARGIN} ${WHOLE} ${WHOLE}" aria-hidden="true">
      ${DEFINITIONS}${GROUND}${lights(visited)}${fog([
        ...visited,
        ...places.filter((place) => sight.symbols.charAt(place) === "X"),
      ])}
      ${Array.from(
        { length: SIDE },
        (_, line) => svg`
        <text class="axis" x=${line * CELL + CELL / 2} y=${-MARGIN + 30}>${"ABCDEFG"[line]}</text>
        <text class="axis" x=${-MARGIN + 20} y=${line * CELL + CELL / 2 + 8}>${line + 1}</text>`,
      )}
    </svg>
    <div class="cells">${places.map((place) => cell(walk, place))}</div>
    <div class="token" .style=${`--row:${Math.floor(at / SIDE)};--column:${at % SIDE}`} aria-hidden="true">
      <svg viewBox="0 0 48 48">${YOU}</svg><b><span>@</span></b>
    </div>
  </div>`;
}

function cell({ sight, captions, question, answer, blocked }: Walk, place: number): TemplateResult {
  const name = placeName(sight, captions, place);
  const way = wayTo(sight, place);
  const choice = way && question?.choices.find((one) => one.action === way.action);
  const shown = place === sight.place ? nothing : sign(sight.symbols.charAt(place));
  if (choice?.reason) {
    const why = choice.reason.sentence;
    return html`<span class="cell" role="img" title=${`${name}. ${why}`} aria-label=${name} @click=${() => blocked(why)}
      >${shown}</span
    >`;
  }
  if (way && choice) {
    return html`<button
      class="cell next"
      type="button"
      tabindex="-1"
      title=${`${name}. ${choice.label}`}
      aria-label=${`${name}; walk ${way.name.toLowerCase()}`}
      @click=${() => answer(choice.action)}
    >
      ${shown}
    </button>`;
  }
  return html`<span class="cell" role="img" title=${name} aria-label=${name}>${shown}</span>`;
}

export function legend(): TemplateResult {
  return html`<ul class="legend" aria-label="What the symbols mean">
    ${SYMBOLS.map(
      ([symbol, meaning]) => html`<li>${sign(symbol)}<span class="unseen">${symbol}</span> ${meaning}</li>`,
    )}
  </ul>`;
}
