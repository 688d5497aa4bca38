/** The ending: one of three pictures, and the final counts. */
import { html, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import type { Captions, BonesView } from "./view.js";

const SKIES = [
  ["#f6c77a", "#d9713f", "#5a2a3c"],
  ["#26324a", "#1b2233", "#10131d"],
  ["#3a2418", "#24150e", "#120a07"],
];

/** The Gullwing crosses at sunrise, the cap at her mast. */
const WON = svg`
  <circle cx="300" cy="118" r="46" fill="#fff1c9" /><circle cx="300" cy="118" r="90" fill="url(#halo)" />
  <path d="M0 128q50-26 96-8t86-4 74 12H0zM420 132q50-30 90-14t90-10v26H420z" fill="#4a2438" opacity=".7" />
  <rect y="130" width="600" height="110" fill="#6a3b4a" />
  <path d="M240 138h120M220 150h160M250 164h100M206 180h188M262 198h76"
    stroke="#ffdf9c" stroke-width="3" stroke-linecap="round" opacity=".75" />
  <path d="M180 168h210q-8 34-34 40H216q-28-8-36-40z" fill="#2b1712" />
  <path d="M190 176h190" stroke="#e0b45c" stroke-width="3" />
  <path d="M286 166V62M286 70q64 22 70 84h-70zM280 80q-46 26-54 74h54z"
    fill="#f4e6c6" stroke="#2b1712" stroke-width="3" />
  <path d="M276 58q10-12 30-4l2 6h-34zM302 54q8-18 26-18-4 14-20 20z" fill="#8a2f2a" />
  <path d="M302 54q8-18 26-18-4 14-20 20z" fill="#fbf1d8" />
  <g fill="#2b1712">
  <circle cx="210" cy="158" r="6" />
  <path d="M203 168q7-10 14 0z" />
  <circle cx="232" cy="160" r="5" />
  <circle cx="366" cy="159" r="6" />
  <circle cx="346" cy="160" r="5" /></g>
  <path d="M90 60q8-8 14 0 6-8 14 0M450 46q8-8 14 0 6-8 14 0M500 74q6-6 10 0 4-6 10 0"
    fill="none" stroke="#2b1712" stroke-width="3" stroke-linecap="round" />`;

/** Chairs tipped on a table, a candle gone out, a boat leaving in the window. */
const LOST = svg`
  <rect x="196" y="24" width="208" height="122" rx="6" fill="#31425e" stroke="#4b3523" stroke-width="10" />
  <path d="M300 24v122M196 84h208" stroke="#4b3523" stroke-width="6" />
  <circle cx="356" cy="54" r="15" fill="#dfe4ea" />
  <path d="M200 126h200" stroke="#6f86a3" stroke-width="2" />
  <path d="M222 118h44l-7 12h-30zM243 118V92l18 22z" fill="#141a26" />
  <rect y="196" width="600" height="44" fill="#2a1b12" />
  <path d="M90 176h420v16H90zM124 192h14v48h-14zM462 192h14v48h-14z" fill="#5b3c24" />
  <path d="M90 176h420" stroke="#8a6240" stroke-width="3" />
  <path d="M150 174v-44h44v44M150 146h44M154 130l-6-30M190 130l6-30M392 174v-44h44v44M392 146h44M396 130l-6-30
      M432 130l6-30" fill="none" stroke="#7a5433" stroke-width="8" stroke-linecap="round" />
  <path d="M292 150h18v26h-18z" fill="#d8c59b" />
  <path d="M301 150v-8" stroke="#1c120b" stroke-width="3" />
  <path d="M301 138q-10-14 0-26t0-28"
    fill="none" stroke="#a8a39a" stroke-width="3" stroke-linecap="round" opacity=".7" />
  <path d="M332 160l26-4 5 20h-30z" fill="#6d4526" /><rect x="346" y="160" width="0" height="0" />`;

/** Chapter nine, the ink still wet. */
const CHAPTER = svg`
  <ellipse cx="300" cy="222" rx="250" ry="22" fill="#0006" /><circle cx="478" cy="92" r="130" fill="url(#halo)" />
  <path d="M300 78Q214 48 112 70v134q102-20 188 10 86-30 188-10V70q-102-22-188 8z"
    fill="#f2e4c3" stroke="#7a5a30" stroke-width="4" />
  <path d="M300 78v136" stroke="#b6955c" stroke-width="3" />
  <path d="M140 96q70-10 130 8M140 116q70-10 130 8M140 136q70-10 130 8M140 156q70-10 130 8M140 176q50-8 84 0"
    fill="none" stroke="#8a6f49" stroke-width="3" stroke-linecap="round" />
  <text x="394" y="122" text-anchor="middle" transform="rotate(-3 394 122)" font-size="30" fill="#5a2a20">IX</text>
  <path d="M334 146q60-18 122-8M334 164q40-12 70-10"
    fill="none" stroke="#8a6f49" stroke-width="3" stroke-linecap="round" />
  <path d="M408 160C420 110 470 50 536 30c-2 24-10 30-6 40-10 0-10 14-24 20 2 12-40 40-84 66z"
    fill="#e9dcb8" stroke="#8a6f49" stroke-width="3" />
  <path d="M406 162C440 110 480 70 526 40" fill="none" stroke="#8a6f49" stroke-width="3" />
  <path d="M500 196h44l6 26h-56z" fill="#1d2230" /><path d="M506 188h32v9h-32z" fill="#39415a" />`;
const SCENES: SVGTemplateResult[] = [WON, LOST, CHAPTER];

export function ending(sight: BonesView, captions: Captions): TemplateResult {
  const which = Math.min(Math.max(sight.ending, 1), 3) - 1;
  const [high, middle, low] = SKIES[which]!;
  const count = (name: string, value: number) =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<section class="ending" tabindex="0" aria-labelledby="ending" data-ending=${sight.ending}>
    <svg class="picture" viewBox="0 0 600 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id="sky" x2="0" y2="1">
          <stop stop-color=${low} />
          <stop offset=".55" stop-color=${middle} />
          <stop offset="1" stop-color=${high} />
        </linearGradient>
        <radialGradient id="halo">
          <stop stop-color="#ffdf9c" stop-opacity=".7" />
          <stop offset="1" stop-color="#ffdf9c" stop-opacity="0" />
        </radialGradient>
      </defs>
      <rect width="600" height="240" fill="url(#sky)" />
      ${SCENES[which]}
    </svg>
    <div class="page">
      <p class="where line">
        ${
          sight.ending === 1
            ? "The city is yours"
            : sight.ending === 2
              ? "Your name is spent"
              : `Beaten by ${captions.boss}`
        }
      </p>
      <h2 id="ending">${captions.ending}</h2>
      <p class="telling">${captions.ending_text}</p>
      <dl class="counts">
        ${count("Games won", sight.wins)}${count("Games lost", sight.losses)}${count(
          `Matches with ${captions.boss}`,
          sight.matches,
        )}
        ${count("Credibility left", Math.max(sight.credibility, 0))}${count(
          "Tricks left",
          sight.add + sight.subtract + sight.reroll,
        )}
      </dl>
      <p class="soft small">Tricks left: Add ${sight.add}, Subtract ${sight.subtract}, Re-Roll ${sight.reroll}.</p>
    </div>
  </section>`;
}
