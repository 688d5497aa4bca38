/** The speeds at which moves of others are shown, in milliseconds per step. */
import { html, type TemplateResult } from "lit";
import { store } from "../kit/store.js";

export const PACES = [
  { name: "slow", label: "Slow", step: 1400 },
  { name: "normal", label: "Normal", step: 700 },
  { name: "fast", label: "Fast", step: 250 },
  { name: "once", label: "At once", step: 0 },
] as const;
export const NORMAL = 700;

/** The step that this browser has chosen. */
export const stepNow = (): number => PACES.find((pace) => pace.name === store.pace)?.step ?? NORMAL;

/** The control for the speed; the choice is kept in the store. */
export function paceChoice(id: string): TemplateResult {
  const chosen = stepNow();
  return html`<select
    id=${id}
    title="How fast the others' moves are shown"
    @change=${(event: Event) => (store.pace = (event.target as HTMLSelectElement).value)}
  >
    ${PACES.map((pace) => html`<option value=${pace.name} ?selected=${pace.step === chosen}>${pace.label}</option>`)}
  </select>`;
}
