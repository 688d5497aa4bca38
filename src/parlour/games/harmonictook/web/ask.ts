/** What is asked, as buttons and chips: every answer that is not a card of the market stands here. */
import { html, nothing, type TemplateResult } from "lit";
import type { Choice } from "@parlour/kit/types";
import { seatToken } from "@parlour/kit/seats";
import { picture, sign, worthOf } from "./card.js";
import { die } from "@parlour/kit/dice";
import { outlook } from "./firing.js";
import { keyOf } from "./keys.js";
import { nameAt, type Scene } from "./scene.js";
import {
  BUILDING,
  CLOSING,
  DEMOLITION,
  DICE,
  EXHIBITION,
  GIFT,
  GIVING,
  HARBOR,
  PARTNER,
  RECEIVER,
  TAKING,
  TARGET,
  TOWER,
  cardOf,
} from "./sight.js";

/** Choices that are drawn elsewhere: the market and the skyline. */
const ELSEWHERE = /^(buy|build) /;
const QUIET = new Set(["pass", "decline", "keep", "stay", "hold"]);

/** What the question is about, in a few words above its buttons. */
function lead(scene: Scene): string {
  const { sight, book } = scene;
  const card = sight.firing >= 0 ? cardOf(book, sight.firing).name : "";
  const taken = sight.taking >= 0 ? cardOf(book, sight.taking).name : "";
  switch (sight.phase) {
    case TARGET:
      return `${card}: who pays?`;
    case PARTNER:
      return `${card}: whose card do you want? Click it, or choose a player.`;
    case TAKING:
      return `Take which card of ${nameAt(scene, sight.partner)}?`;
    case GIVING:
      return `You take ${taken}. Give which of yours?`;
    case GIFT:
      return `${card}: one of your cards must go${sight.pending > 1 ? `; ${sight.pending} gifts in all` : ""}.`;
    case RECEIVER:
      return `Who gets ${sight.offering >= 0 ? cardOf(book, sight.offering).name : "it"}?`;
    case DEMOLITION:
      return `${card}: one of your landmarks must come down.`;
    case CLOSING:
      return `${card}: close which cards, everywhere?`;
    case EXHIBITION:
      return `${card}: show which of your cards?`;
    case BUILDING:
      return "Choose a card or a landmark, or";
    default:
      return "";
  }
}

export function ask(scene: Scene): TemplateResult | typeof nothing {
  const { question, sight } = scene;
  if (question === null) return nothing;
  const choices = question.choices.filter((choice) => !ELSEWHERE.test(choice.action));
  const [plain, chips] = [
    choices.filter((one) => chipOf(scene, one.action) === null),
    choices.filter((one) => chipOf(scene, one.action) !== null),
  ];
  const said = lead(scene);
  return html`<div class="ask" role="group" aria-label="Your answers" data-phase=${sight.phase}>
    ${said ? html`<p class="lead">${said}</p>` : nothing}
    ${[DICE, TOWER, HARBOR].includes(sight.phase) ? outlook(scene) : nothing}
    ${
      chips.length
        ? html`<ul class="chips">
            ${chips.map((choice) => html`<li>${chip(scene, choice)}</li>`)}
          </ul>`
        : nothing
    }
    <div class="plain">${plain.map((choice) => button(scene, choice))}</div>
  </div>`;
}

const key = (action: string): TemplateResult | typeof nothing =>
  keyOf(action) ? html`<kbd aria-hidden="true">${keyOf(action)}</kbd>` : nothing;

function button(scene: Scene, choice: Choice): TemplateResult {
  const closed = choice.reason !== null || scene.busy;
  const rolls = /^roll (\d)$/.exec(choice.action);
  return html`<button
    type="button"
    class="answer ${QUIET.has(choice.action) ? "quiet" : "strong"}"
    data-action=${choice.action}
    aria-disabled=${closed ? "true" : nothing}
    aria-description=${choice.reason?.sentence ?? nothing}
    title=${choice.reason?.sentence ?? nothing}
    @click=${() => closed || scene.answer(choice.action)}
  >
    ${
      rolls
        ? html`<span class="mini">${Array.from({ length: Number(rolls[1]) }, (_, index) => die(5 - index))}</span>`
        : nothing
    }
    <span>${choice.label}</span
    >${key(choice.action)}${worthOf(scene, choice.action, choice.action === "pass" ? "best" : "wide")}
  </button>`;
}

interface Chip {
  picture: TemplateResult;
  colour: string;
}

/** Seats, cards and landmarks have faces; other answers have only words. */
function chipOf({ book }: Scene, action: string): Chip | null {
  const [verb, id = ""] = action.split(" ");
  if (verb === "seat") return { picture: seatToken(Number(id) - 1), colour: "seat" };
  if (verb === "demolish") return { picture: picture(book, { id }), colour: "landmark" };
  const card = ["take", "give", "close", "exhibit"].includes(verb ?? "")
    ? book.card.find((one) => one.id === id)
    : undefined;
  return card === undefined ? null : { picture: html`${sign(card.colour)}${picture(book, card)}`, colour: card.colour };
}

/** What stands in brackets is the small print, and the heading above has the verb: "Take Mine (any 9: bank pays 5)". */
export function printed(label: string): [string, string] {
  const found = /^(.+?) \((.+)\)$/.exec(label);
  return [(found?.[1] ?? label).replace(/^(Take|Give|Close|Run|Pull down) /, ""), found?.[2] ?? ""];
}

function chip(scene: Scene, choice: Choice): TemplateResult {
  const { picture: face, colour } = chipOf(scene, choice.action)!;
  const [name, small] = printed(choice.label);
  const closed = choice.reason !== null || scene.busy;
  return html`<button
    type="button"
    class="chip row ${colour} ${scene.picked === choice.action ? "picked" : ""}"
    data-action=${choice.action}
    aria-disabled=${closed ? "true" : nothing}
    aria-description=${choice.reason?.sentence ?? nothing}
    title=${choice.reason?.sentence ?? choice.label}
    @click=${() => closed || scene.answer(choice.action)}
  >
    <span class="unseen">${choice.label}</span
    ><span class="face" aria-hidden="true"
      >${face}<span class="words"><b>${name}</b>${small ? html`<span class="soft">${small}</span>` : nothing}</span
      >${key(choice.action)}</span
    >${worthOf(scene, choice.action)}
  </button>`;
}
