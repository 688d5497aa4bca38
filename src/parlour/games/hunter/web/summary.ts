/** The gains of the last round: a short form in the square, a table on demand. */
import { html, nothing, type TemplateResult } from "lit";
import { headings } from "@parlour/kit/headings";
import { mark } from "./pieces.js";
import { nameAt, type Scene } from "./scene.js";
import { signed } from "./view.js";

export function summaryChips(scene: Scene): TemplateResult | typeof nothing {
  const {
    history: { last },
    sight,
    open,
  } = scene;
  if (last === null) return nothing;
  return html`<button
    type="button"
    class="lastly"
    aria-expanded=${open.has("summary")}
    title="What round ${last.round} brought"
    @click=${() => scene.toggle("summary")}
  >
    <span class="soft">Round ${last.round}</span>${last.rows.map(
      (row, seat) =>
        html`<span class="chip"
          >${mark(sight, seat)}<b>${signed(row.points)}</b
          ><span class="unseen">points for ${nameAt(scene, seat)}</span></span
        >`,
    )}
  </button>`;
}

/** The table of the last round. */
export function summary(scene: Scene): TemplateResult | typeof nothing {
  const {
    history: { last },
    sight,
    book,
  } = scene;
  if (last === null || !scene.open.has("summary")) return nothing;
  const amount = (count: number) => (count ? signed(count) : html`<span class="soft">–</span>`);
  return html`<div class="panel vertical summary" role="group" aria-labelledby="summary">
    <header>
      <h2 id="summary">Round ${last.round}</h2>
      <button type="button" class="shut" aria-label="Close" @click=${() => scene.toggle("summary")}>×</button>
    </header>
    <div class="scroll" tabindex="0" role="group" aria-label="What everybody got">
      <table>
        ${headings("Player", "Hunter", "Apprentice", "$", "Beer", "Blood", "EXP", "Fight", "Points")}
        <tbody>
          ${last.rows.map(
            (row, seat) =>
              html`<tr>
                <th scope="row">${mark(sight, seat)} ${nameAt(scene, seat)}</th>
                <td>${book.place[row.hunter] ?? "–"}${row.alone ? html` <span class="soft">alone</span>` : nothing}</td>
                <td>${book.place[row.apprentice] ?? "–"}</td>
                <td>${amount(row.money)}</td>
                <td>${amount(row.beer)}</td>
                <td>${amount(row.bags)}</td>
                <td>${amount(row.exp)}</td>
                <td>
                  ${
                    row.monster < 0
                      ? html`<span class="soft">–</span>`
                      : `${row.won ? "beat" : "lost to"} ${book.monster[row.monster]?.name}`
                  }
                </td>
                <td><b>${signed(row.points)}</b></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </div>`;
}
