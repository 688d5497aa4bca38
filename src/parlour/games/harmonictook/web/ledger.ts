/** Who was paid what and why: this turn, and what the others did since one's own last turn. */
import { html, nothing, type TemplateResult } from "lit";
import { seatToken } from "@parlour/kit/seats";
import { citySpot, nameAt, nameWithin, type Scene } from "./scene.js";
import { paid, signed } from "./sight.js";
import { BANK, NONE, balance, throwOf, type Entry, type Tale } from "./tale.js";

export function ledger(scene: Scene): TemplateResult {
  const { tales } = scene;
  const now = tales.at(-1);
  const open = scene.open.has("ledger");
  return html`<section class="ledger ${open ? "open" : ""}" aria-label="Who was paid what">
    <h3>
      <span>This turn</span
      ><button type="button" class="fold" aria-expanded=${open} @click=${() => scene.toggle("ledger")}>
        Earlier turns
      </button>
    </h3>
    <div class="tales" tabindex="0" role="group" aria-label="Turns, the latest first">
      ${
        now === undefined
          ? html`<p class="soft">What is rolled and paid is written down here.</p>`
          : [...tales].reverse().map((tale, index) => told(scene, tale, index === 0))
      }
    </div>
  </section>`;
}

function told(scene: Scene, tale: Tale, latest: boolean): TemplateResult {
  const asked = latest && !paid(scene.sight);
  const sums = scene.names.map((_, seat) => [seat, balance(tale, seat)] as const).filter(([, coins]) => coins !== 0);
  return html`<article class="tale ${latest ? "latest" : "before"}">
    <header>
      ${seatToken(tale.seat)}
      <b>${nameAt(scene, tale.seat)}</b>${
        tale.dice.length
          ? html` <span class="rolled">rolled ${throwOf(tale.dice, tale.plus, tale.total)}</span>`
          : nothing
      }${tale.again ? html` <span class="soft">the second time</span>` : nothing}${
        tale.extra ? html` <span class="soft">extra turn</span>` : nothing
      }
    </header>
    <ul>
      ${tale.entries.map((entry) => row(scene, entry))}${
        tale.double ? html`<li class="note">Double: another turn follows</li>` : nothing
      }
      ${tale.dice.length && !tale.entries.length && !asked ? html`<li class="note">Nobody is paid.</li>` : nothing}
    </ul>
    ${
      sums.length > 1
        ? html`<p class="sums">
            ${sums.map(([seat, coins]) => html`<span>${seatToken(seat, nameAt(scene, seat))} ${signed(coins)}</span>`)}
          </p>`
        : nothing
    }
  </article>`;
}

function row(scene: Scene, entry: Entry): TemplateResult {
  const spot =
    entry.card !== NONE && entry.seat >= 0 && entry.sort === "pay" ? citySpot(entry.seat, entry.card, false) : "";
  const words = entry.seat === scene.viewer ? entry.own : entry.why;
  const light = (on: boolean) => () => scene.point(on ? spot : "");
  if (entry.sort === "note" || (entry.sort === "build" && entry.coins === 0)) {
    return html`<li class="note">
      ${entry.seat >= 0 ? html`<b>${nameAt(scene, entry.seat)}</b>${entry.act ? " " : ": "}` : nothing}${words}
    </li>`;
  }
  const from =
    entry.from === BANK ? (entry.coins < 0 ? "to bank" : "from bank") : `from ${nameWithin(scene, entry.from)}`;
  const short = entry.owed > entry.coins ? ` (${entry.owed} due)` : "";
  return html`<li
    class="pay ${entry.coins < 0 ? "loss" : "gain"}"
    @pointerenter=${light(true)}
    @pointerleave=${light(false)}
  >
    ${seatToken(entry.seat)}<span class="what"
      ><b>${nameAt(scene, entry.seat)}</b> ${words}${
        entry.act || entry.card === NONE ? nothing : html` <span class="soft">${from}${short}</span>`
      }</span
    ><b class="sum">${entry.coins === 0 ? "0" : signed(entry.coins)}</b>
  </li>`;
}
