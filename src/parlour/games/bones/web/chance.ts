/** The coach's opinion of a choice: a bar, a percentage and words. */
import { html, nothing, type TemplateResult } from "lit";
import type { Hint } from "@parlour/kit/types";
import { percent } from "./view.js";

export const hintFor = (hints: Hint[], action: string): Hint | undefined =>
  hints.find((hint) => hint.action === action);

/** A hint in words: the meaning of its percentage, then the coach's text. */
export const hintText = (hint: Hint, aim: string): string =>
  hint.chance === null ? hint.text : `${percent(hint.chance)} ${aim}; ${hint.text}`;

/** The bar of one choice. Hints come best first; `aim` names what the chance is a chance of. */
export function bar(hints: Hint[], action: string, aim: string): TemplateResult | typeof nothing {
  const hint = hintFor(hints, action);
  if (hint === undefined || hint.chance === null) return nothing;
  const best = hints[0] === hint;
  return html`<span class="chance ${best ? "best" : ""}" title=${hintText(hint, aim)}>
    <span class="rail" aria-hidden="true"><span class="fill" .style=${`width:${hint.chance * 100}%`}></span></span>
    <span class="percent"
      ><span class="unseen">${best ? "The coach's choice: " : "The coach: "}</span>${percent(hint.chance)}<span
        class="unseen"
      >
        ${aim}</span
      ></span
    >
  </span>`;
}

/** The best choice in a sentence. */
export function advice(hints: Hint[]): TemplateResult | typeof nothing {
  const best = hints[0];
  if (best === undefined) return nothing;
  return html`<p class="advice" role="status">
    <svg class="star" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z" />
    </svg>
    <span><b>The coach:</b> ${best.label}. <span class="soft">${best.text}</span></span>
  </p>`;
}
