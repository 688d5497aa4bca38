/** Roll, Hold and the three tricks: what each does, how many uses are left, and its key. */
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Choice } from "@parlour/kit/types";
import { bar, hintFor } from "./chance.js";
import type { Bout } from "./fight.js";
import { cap } from "./place.js";
import { GOOD, aim, type BonesView } from "./view.js";

interface GameAction {
  action: string;
  name: string;
  key: string;
  icon: string;
  uses: ((sight: BonesView) => number) | null;
}
export const GAME_ACTIONS: GameAction[] = [
  {
    action: "roll",
    name: "Roll",
    key: "R",
    icon:
      "M5 8.5 12 5l7 3.500v7L12 19l-7-3.500zM5 8.5 12 12l7-3.500M12 12v7M8.5 12.200v.01M8.5 14.800v.01" +
      "M15.5 13.500v.01",
    uses: null,
  },
  {
    action: "hold",
    name: "Hold",
    key: "H",
    icon:
      "M7 12V8q0-2 1.7-2T10.3 8V6.500q0-2 1.7-2t1.7 2V8q0-1.7 1.6-1.700T17 8v5q0 6-5 6-3 0-4.5-2.700L5 12.700" +
      "Q5 11 7 12M10.3 8v3M13.7 8v3",
    uses: null,
  },
  { action: "add", name: "Add", key: "A", icon: "M12 6v12M6 12h12", uses: (sight) => sight.add },
  { action: "subtract", name: "Subtract", key: "S", icon: "M6 12h12", uses: (sight) => sight.subtract },
  {
    action: "re-roll",
    name: "Re-Roll",
    key: "E",
    icon: "M18.5 8.500A7.5 7.5 0 1 0 19.5 13M19 4.500v4.300h-4.3",
    uses: (sight) => sight.reroll,
  },
];

/** The text after the name: "11 becomes 12" of "Add: 11 becomes 12 (1 left)". */
export const detail = (label: string, name: string): string =>
  label
    .slice(name.length)
    .replace(/^:/, "")
    .replace(/\(\d+ left\)$/, "")
    .trim();

export function actions(bout: Bout): TemplateResult | typeof nothing {
  const { question } = bout;
  if (question === null) return nothing;
  return html`<div class="actions" role="group" aria-label="What you can do">
    ${GAME_ACTIONS.map((action) => {
      const choice = question.choices.find((one) => one.action === action.action);
      return choice ? button(bout, action, choice) : nothing;
    })}
  </div>`;
}

function button({ sight, hints, keys, busy, answer }: Bout, action: GameAction, choice: Choice): TemplateResult {
  const closed = choice.reason !== null;
  const uses = action.uses?.(sight);
  const hint = hintFor(hints, action.action);
  const why = choice.reason?.sentence ?? hint?.text;
  const losing = action.action === "hold" && sight.total > GOOD;
  return html`<button
    class="deed ${action.uses ? "trick" : "plain"} ${closed ? "closed" : ""} ${losing ? "losing" : ""}"
    type="button"
    data-action=${action.action}
    aria-disabled=${closed || busy ? "true" : "false"}
    aria-description=${why ?? nothing}
    title=${why ?? nothing}
    @click=${() => closed || busy || answer(choice.action)}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${action.icon} />`}</svg>
    <span class="unseen">${choice.label}</span>
    <span class="name" aria-hidden="true">${action.name}</span>${cap(action.key, keys)}
    <span class="detail" aria-hidden="true"
      >${closed ? choice.reason?.sentence : detail(choice.label, action.name)}</span
    >
    ${
      uses === undefined
        ? nothing
        : html`<span class="uses line" aria-hidden="true"
            >${Array.from({ length: Math.max(uses, 0) }, () => html`<i></i>`)}<span>${uses} left</span></span
          >`
    }
    ${bar(hints, action.action, aim(sight))}
  </button>`;
}
