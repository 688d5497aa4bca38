/** Below the map: the inspected tile, the zoom, the next unit and the end of the turn. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "@parlour/kit/icons";
import type { Desk } from "./desk.js";
import { inspect } from "./inspector.js";
import { many } from "./sight.js";

export function dock(desk: Desk): TemplateResult {
  const { sight, mine, spot } = desk;
  const left = sight.open.length;
  const words = spot >= 0 ? inspect(desk, spot) : [];
  return html`<div class="dock">
    <p class="spot">
      ${
        words.length
          ? html`<b>${words[0]}</b>${words.slice(1).map((one) => html`<span>${one}.</span>`)}`
          : html`<span class="soft">Point at a tile to read about it.</span>`
      }
    </p>
    <div class="zoom" role="group" aria-label="Zoom">
      <button class="act round" title="Further away (−)" @click=${() => desk.zoom(1 / 1.4)}>
        <span aria-hidden="true">−</span><span class="unseen">Further away</span>
      </button>
      <button class="act round" title="The whole map (0)" @click=${() => desk.zoom(0)}>
        ${icon("eye", "The whole map")}
      </button>
      <button class="act round" title="Closer (+)" @click=${() => desk.zoom(1.4)}>
        <span aria-hidden="true">+</span><span class="unseen">Closer</span>
      </button>
    </div>
    ${
      desk.viewer === null || sight.ended
        ? nothing
        : html`<div class="turnings">
            <button
              class="act"
              ?disabled=${!mine || left === 0}
              title="The next one that can act (N)"
              @click=${() => desk.next(1)}
            >
              Next <kbd aria-hidden="true">N</kbd>
            </button>
            <button
              class="act strong ${left === 0 && !desk.held ? "glow" : ""}"
              data-action="end"
              ?disabled=${!mine}
              title=${
                left
                  ? `${many(left, "unit")} could still act (E)`
                  : desk.held
                    ? "Not yet: read on first"
                    : "Everybody has acted (E)"
              }
              @click=${desk.end}
            >
              <span>End turn${mine && left ? html` <small>${left} could act</small>` : nothing}</span>
              <kbd aria-hidden="true">E</kbd>
            </button>
          </div>`
    }
  </div>`;
}
