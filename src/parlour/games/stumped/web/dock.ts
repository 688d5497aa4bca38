/** Below the map: the inspected tile, the zoom, the next unit and the end of the turn. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "@parlour/kit/icons";
import type { BoardContext } from "./board-context.js";
import { inspect } from "./inspector.js";
import { many } from "./view.js";

export function dock(context: BoardContext): TemplateResult {
  const { sight, mine, spot } = context;
  const left = sight.open.length;
  const words = spot >= 0 ? inspect(context, spot) : [];
  return html`<div class="dock line">
    <p class="spot">
      ${
        words.length
          ? html`<b>${words[0]}</b>${words.slice(1).map((one) => html`<span>${one}.</span>`)}`
          : html`<span class="soft">Point at a tile to read about it.</span>`
      }
    </p>
    <div class="zoom" role="group" aria-label="Zoom">
      <button class="act round" title="Zoom out (−)" @click=${() => context.zoom(1 / 1.4)}>
        <span aria-hidden="true">−</span><span class="unseen">Zoom out</span>
      </button>
      <button class="act round" title="The whole map (0)" @click=${() => context.zoom(0)}>
        ${icon("eye", "The whole map")}
      </button>
      <button class="act round" title="Zoom in (+)" @click=${() => context.zoom(1.4)}>
        <span aria-hidden="true">+</span><span class="unseen">Zoom in</span>
      </button>
    </div>
    ${
      context.viewer === null || sight.ended
        ? nothing
        : html`<div class="turnings">
            <button
              class="act"
              ?disabled=${!mine || left === 0}
              title="The next one that can act (N)"
              @click=${() => context.next(1)}
            >
              Next <kbd aria-hidden="true">N</kbd>
            </button>
            <button
              class="act strong ${left === 0 && !context.held ? "glow" : ""}"
              data-action="end"
              ?disabled=${!mine}
              title=${
                left
                  ? `${many(left, "unit")} could still act (E)`
                  : context.held
                    ? "Not yet: read on first"
                    : "Everybody has acted (E)"
              }
              @click=${context.end}
            >
              <span>End turn${mine && left ? html` <small>${left} could act</small>` : nothing}</span>
              <kbd aria-hidden="true">E</kbd>
            </button>
          </div>`
    }
  </div>`;
}
