/** The coach's opinion of a choice: a bar, a percentage and words. */
import { html, nothing, type TemplateResult } from "lit";
import type { Hint } from "@parlour/kit/types";
import { percent } from "./view.js";

export const hintFor = (hints: Hint[], action: string): Hint | undefined =>
  hints.find((hint) => hint.action === action);

/** What makes an equal chance worse: "costs 0.8 % of the campaign" of "as good here, but the trick costs ...". */
const difference = (text: string): string => text.replace(/^as good here, but (the trick )?/, "");

/**
 * The mark of one choice: the chance as a bar, a star if only the best one differs, or how an equal chance is worse.
 * Hints come best first.
 */
export function bar(hints: Hint[], action: string, aim: string): TemplateResult | typeof nothing {
  const hint = hintFor(hints, action);
  const best = hint === hints[0];
  if (hint === undefined || (hint.chance === null && !best)) return nothing;
  const told = best ? "The coach's choice" : "The coach";
  if (hint.chance === null)
    return html`<span class="chance line best" title=${hint.text}
      ><span class="percent"><span class="unseen">${told}</span></span></span
    >`;
  if (!best && hint.chance === hints[0]!.chance)
    return html`<span class="chance line" title=${hint.text}
      ><span class="percent differs"><span class="unseen">${told}: </span>${difference(hint.text)}</span></span
    >`;
  return html`<span class="chance line ${best ? "best" : ""}" title=${hint.text}>
    <span class="rail" aria-hidden="true"><span class="fill" .style=${`width:${hint.chance * 100}%`}></span></span>
    <span class="percent"
      ><span class="unseen">${told}: </span>${percent(hint.chance)}<span class="unseen"> ${aim}</span></span
    >
  </span>`;
}

/** The best choice in a sentence; without a chance, the question bar says it. */
export function advice(hints: Hint[]): TemplateResult | typeof nothing {
  const best = hints[0];
  if (best === undefined || best.chance === null) return nothing;
  return html`<p class="advice" role="status">
    <svg class="star" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z" />
    </svg>
    <span><b>The coach:</b> ${best.label}: <span class="soft">${best.text}.</span></span>
  </p>`;
}
