/** The player: portrait, rank, the three counts and the three tricks. */
import { html, nothing, type TemplateResult } from "lit";
import { hero } from "./faces.js";
import type { Captions, BonesView } from "./view.js";

const CANDLE = html`<svg class="candle" viewBox="0 0 16 30" aria-hidden="true">
  <path class="flame" d="M8 1c4 5 4 8 0 11-4-3-4-6 0-11z" />
  <path class="wick" d="M8 10v5" />
  <path class="wax" d="M3 15q5-3 10 0v14H3z" />
</svg>`;

/** One candle for every defeat the player can still afford. */
const candles = (count: number) =>
  html`<span class="candles" aria-hidden="true"
    >${Array.from({ length: Math.min(Math.max(count, 0), 6) }, () => CANDLE)}</span
  >`;

const pips = (full: number, of: number) =>
  html`<span class="pips" aria-hidden="true"
    >${Array.from({ length: of }, (_, pip) => html`<i class=${pip < full ? "full" : ""}></i>`)}</span
  >`;

const TO_RISE = [0, 3, 5, 0];

/** One line of counts that is always visible. */
export function strip(sight: BonesView, captions: Captions): TemplateResult {
  return html`<dl class="strip">
    <div class="who">
      <dt class="unseen">Name and rank</dt>
      <dd><b>${captions.hero}</b> <span class="soft">${captions.rank}</span></dd>
    </div>
    <div title=${captions.credibility_means ?? nothing}>
      <dt>Credibility</dt>
      <dd>${Math.max(sight.credibility, 0)}</dd>
    </div>
    <div title=${captions.reputation_means ?? nothing}>
      <dt>Reputation</dt>
      <dd>${sight.reputation}</dd>
    </div>
    <div title=${captions.renown_means ?? nothing}>
      <dt>Renown</dt>
      <dd>${captions.renown}</dd>
    </div>
  </dl>`;
}

export function sheet(sight: BonesView, captions: Captions): TemplateResult {
  const trick = (name: string, what: string, uses: number) =>
    html`<tr>
      <th scope="row">${name}</th>
      <td>${uses}</td>
      <td class="soft">${what}</td>
    </tr>`;
  return html`<article class="page character" tabindex="0">
    <header>
      ${hero(sight.reputation)}
      <div>
        <h2>${captions.hero}</h2>
        <p class="rank">${captions.rank}</p>
      </div>
    </header>
    <table>
      <caption class="unseen">
        What you have
      </caption>
      <tbody>
        <tr>
          <th scope="row">Credibility</th>
          <td>${Math.max(sight.credibility, 0)}</td>
          <td class="soft">${candles(sight.credibility)} ${captions.credibility_means}</td>
        </tr>
        <tr>
          <th scope="row">Reputation</th>
          <td>${sight.reputation}</td>
          <td class="soft">${pips(sight.reputation, 3)} ${captions.reputation_means}</td>
        </tr>
        <tr>
          <th scope="row">Renown</th>
          <td>${sight.renown}</td>
          <td class="soft">
            ${TO_RISE[sight.reputation] ? pips(sight.renown, TO_RISE[sight.reputation]!) : nothing}
            ${captions.renown_means}
          </td>
        </tr>
      </tbody>
      <tbody>
        ${trick("Add", "puts one on the total", sight.add)} ${trick("Subtract", "takes one off it", sight.subtract)}
        ${trick("Re-Roll", "throws the last die again", sight.reroll)}
      </tbody>
    </table>
    <p class="soft small">
      Games won ${sight.wins}, lost ${sight.losses}. Matches with ${captions.boss}: ${sight.matches}. A trick used is a
      trick gone. ${captions.level ?? ""}
    </p>
  </article>`;
}
