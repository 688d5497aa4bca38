/** What the players of recorded and of running matches share: the places of their parts, buttons and keys. */
import { css, html, type TemplateResult } from "lit";
import { icon, type IconName } from "../kit/icons.js";
import { SPEEDS, type Playback } from "./playback.js";

export const playerStyles = css`
  :host {
    display: grid;
    min-width: 0;
    background: var(--ground);
  }
  .top {
    grid-area: top;
    gap: var(--space-2) var(--space-4);
    padding: var(--space-2) var(--space-4);
    border-bottom: 1px solid var(--line);
  }
  .top h1 {
    font-size: var(--size-l);
  }
  .middle {
    grid-area: middle;
    min-width: 0;
    min-height: 0;
    overflow: auto;
  }
  .stage {
    flex: 1;
    display: grid;
    grid-template: minmax(min-content, 1fr) / minmax(0, 1fr);
    min-width: 0;
  }
  .stage > default-board {
    align-self: center;
  }
  .bar {
    grid-area: bar;
    position: sticky;
    bottom: 0;
    z-index: 5;
    display: grid;
    align-items: center;
    gap: var(--space-1) var(--space-4);
    padding: var(--space-2) var(--space-4) max(var(--space-2), env(safe-area-inset-bottom));
    border-top: 1px solid var(--line);
    background: var(--panel);
    box-shadow: var(--shadow);
  }
  .now {
    grid-column: 1 / -1;
    display: flex;
    gap: var(--space-3);
    justify-content: center;
    min-height: 24px;
  }
  .wheels {
    gap: var(--space-1);
  }
  .wheels select {
    min-height: 40px;
  }
  .wheels button:disabled {
    border-color: transparent;
  }
  input[type="range"] {
    width: 100%;
    min-height: 32px;
    margin: 0;
  }
  @media (max-width: 699px) {
    .acts {
      flex: 1;
      justify-content: end;
      gap: var(--space-1);
    }
    .acts button,
    .acts .button {
      padding-inline: var(--space-2);
      font-size: var(--size-s);
    }
    .acts label span,
    .acts .word {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
  }
`;

/** A button that moves through the match; its title also names the key. */
export const wheel = (name: IconName, label: string, key: string, off: boolean, act: () => unknown): TemplateResult =>
  html`<button class="quiet round" title="${label} (${key})" aria-label=${label} ?disabled=${off} @click=${act}>
    ${icon(name)}
  </button>`;

export function playButton({ playing, last }: Playback, toggle: () => unknown): TemplateResult {
  const label = playing ? "Pause" : "Play";
  return html`<button
    class="round"
    title="${label} (space)"
    aria-label=${label}
    ?disabled=${last === 0}
    @click=${toggle}
  >
    ${icon(playing ? "pause" : "play")}
  </button>`;
}

export const speedChoice = (playback: Playback): TemplateResult =>
  html`<select
    aria-label="Speed"
    @change=${(event: Event) => playback.setSpeed(Number((event.target as HTMLSelectElement).value))}
  >
    ${SPEEDS.map(
      (speed) =>
        html`<option value=${speed} ?selected=${speed === playback.speed}>
          ${String(speed).replace("0.5", "½")}×
        </option>`,
    )}
  </select>`;

/**
 * Does what belongs to a key, unless the focused field, slider or button uses the key itself. With `ends`, Home and End
 * mean the match and not the slider.
 */
export function pressKey(event: KeyboardEvent, acts: Record<string, () => unknown>, ends = false): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const from = event.composedPath()[0];
  const typing =
    from instanceof HTMLInputElement || from instanceof HTMLSelectElement || from instanceof HTMLTextAreaElement;
  const pressing = from instanceof HTMLElement && from.matches("button, a, summary");
  const range = from instanceof HTMLInputElement && from.type === "range";
  const free = range && ends && (event.key === "Home" || event.key === "End");
  const act = acts[event.key];
  if (!act || (event.key === " " ? (typing && !range) || pressing : typing && !free)) return;
  event.preventDefault();
  void act();
}
