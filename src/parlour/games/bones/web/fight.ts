/** A game of bones: the opponent across the table, the dice, the total and the player's choices. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Hint, Question } from "@parlour/kit/types";
import { actions } from "./actions.js";
import { advice } from "./chance.js";
import { strip } from "./character.js";
import { die } from "./dice.js";
import { portrait } from "./faces.js";
import { END, GOOD, MATCH, distance, staked, standing, type Captions, type BonesView } from "./view.js";
import { CANDLE, WOOD } from "./wood.js";

export interface Verdict {
  won: boolean;
  reason: number;
  total: number;
  foe: number;
}
export interface Bout {
  sight: BonesView;
  captions: Captions;
  question: Question | null;
  hints: Hint[];
  keys: boolean;
  busy: boolean;
  dice: number[];
  rolling: number;
  fresh: boolean;
  deal: number;
  change: string;
  verdict: Verdict | null;
  answer: (action: string) => void;
}

const REASONS = ["higher", "lower", "a tie loses", "bust", "31 ends the game"];

export function fight(bout: Bout): TemplateResult {
  const { sight, captions } = bout;
  const mood = bout.verdict ? (bout.verdict.won ? "won" : "lost") : standing(sight.total);
  return html`<section class="fight" data-mood=${mood} aria-label=${captions.scene ?? "A game of bones"}>
    ${WOOD}
    <div class="light" aria-hidden="true"></div>
    <header class="bill">
      <h2>${captions.scene}</h2>
      <p class=${staked(sight) ? "note" : "note free"}>${captions.note}</p>
    </header>
    ${across(bout)} ${mat(bout)}
    <div class="rail-side">${advice(bout.hints)} ${strip(sight, captions)} ${actions(bout)}</div>
  </section>`;
}

function across({ sight, captions, verdict }: Bout): TemplateResult {
  const boss = sight.bout === MATCH;
  return html`<div class="across line">
    ${portrait(captions.opponent ?? "", boss)}
    <div class="them">
      <p class="name">${captions.opponent}</p>
      ${
        boss
          ? score(sight, captions)
          : html`<p class="cup-words ${verdict ? "known" : ""}">keeps a total under the cup until you hold</p>`
      }
    </div>
    <div class="cup ${verdict && verdict.foe ? "lifted" : ""}">
      ${verdict && verdict.foe ? html`<b>${verdict.foe}</b>` : nothing}
      <svg
        viewBox="0 0 100 100"
        role="img"
        aria-label=${verdict ? "The cup is lifted" : "The opponent's total is hidden"}
      >
        <path class="leather" d="M26 16q24-8 48 0l10 70q-34 14-68 0z" />
        <path class="stitch" d="M27 30q23-7 46 0M18 76q32 12 64 0" />
        <path class="rim" d="M16 86q34 14 68 0" />
      </svg>
    </div>
    ${CANDLE}
  </div>`;
}

/** The score of a best-of-three match: rounds won, who leads, and how the boss plays. */
function score({ rounds_won: won, rounds_lost: lost }: BonesView, { boss, match }: Captions): TemplateResult {
  const leads = won === lost ? "Level" : won > lost ? "You lead" : `${boss} leads`;
  const rounds = (count: number) => [0, 1].map((round) => html`<i class=${round < count ? "full" : ""}></i>`);
  return html`<div class="score">
    <p class="rounds row" role="img" aria-label=${`Rounds: you ${won}, ${boss} ${lost}. ${leads}.`}>
      <span>You</span><span class="pips">${rounds(won)}</span><b>${won} : ${lost}</b
      ><span class="pips">${rounds(lost)}</span><span>${boss}</span>
    </p>
    <p class="lead"><b>${leads}.</b> ${match}</p>
  </div>`;
}

function mat(bout: Bout): TemplateResult {
  const { sight, captions, dice, rolling, verdict, change } = bout;
  const last = dice.length - 1;
  return html`<div class="mat vertical">
    ${keyed(
      bout.deal,
      html`<ol class="dice row" aria-label="Your dice">
        ${
          dice.length === 0
            ? html`<li class="empty">The dice are in the cup.</li>`
            : dice.map((value, index) =>
                die({
                  value,
                  index,
                  last: index === last,
                  rolling: index === rolling,
                  fresh: bout.fresh,
                }),
              )
        }
      </ol>`,
    )}
    <div class="sum">
      <p class="total" data-standing=${standing(sight.total)}>
        <span class="small">Total</span
        ><b>${sight.total}</b>${change ? html`<span class="change" aria-hidden="true">${change}</span>` : nothing}
      </p>
      <div class="scale">
        <p class="words"><b>${distance(sight.total)}</b> <span>last roll ${sight.last}</span></p>
        ${track(sight.total)}
      </div>
    </div>
    ${verdict ? stamp(verdict) : captions.warning ? warning(captions.warning) : nothing}
  </div>`;
}

/** The scale from 1 to 31: good up to 21, then danger, then the end. */
function track(total: number): TemplateResult {
  const steps = Array.from({ length: END }, (_, step) => step + 1);
  return html`<div
    class="track"
    role="img"
    aria-label=${`${total} on a scale to 31; over 21 holding loses, 31 ends the game`}
  >
    ${steps.map(
      (step) => html`<i class="${step > GOOD ? "over" : "good"} ${step <= total ? "full" : ""}" data-step=${step}></i>`,
    )}
    <span class="at21">21</span><span class="at31">31</span>
  </div>`;
}

function warning(text: string): TemplateResult {
  return html`<p class="warning line" role="alert">
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3.5 22 20.500H2zM12 10v5M12 17.800v.01" /></svg
    ><span>${text}</span>
  </p>`;
}

function stamp({ won, reason, total, foe }: Verdict): TemplateResult {
  return html`<p class="stamp" role="status">
    <b>${won ? "Won" : "Lost"}</b>
    <span>${foe ? `${total} against ${foe}: ` : `${total}: `}${REASONS[reason] ?? ""}</span>
  </p>`;
}
