/** Two wooden dice: six faces, drawn; what they add up to, and what a double brings. */
import { html, nothing, type TemplateResult } from "lit";
import { die } from "@parlour/kit/dice";
import { seatToken } from "@parlour/kit/seats";
import { nameAt, type Scene } from "./scene.js";
import { throwOf } from "./tale.js";

/** Whose turn it is, what lies on the table, and what it makes. */
export function dice(scene: Scene): TemplateResult {
  const { sight, shown, tales } = scene;
  const active = shown.active ?? sight.active;
  const lying = shown.dice ?? sight.dice;
  const total = shown.dice ? shown.total : sight.total;
  const plus = lying.length && total ? total - lying.reduce((all, one) => all + one, 0) : 0;
  const double = shown.dice ? (tales.at(-1)?.double ?? false) : sight.extra;
  const words = shown.rolling
    ? "The dice are rolling"
    : lying.length
      ? `Dice: ${throwOf(lying, plus, total)}`
      : "The dice have not been rolled";
  return html`<section
    class="throw row ${active === scene.viewer && !scene.busy ? "mine" : ""}"
    aria-label="Turn and dice"
  >
    <p class="turn">
      ${
        sight.over
          ? html`<b class="who">The match is over</b>`
          : active >= 0
            ? html`${seatToken(active)}<b class="who"
                  >${active === scene.viewer ? "Your turn" : nameAt(scene, active)}</b
                >`
            : nothing
      }<span class="soft">turn ${shown.active === null ? sight.turn : (tales.at(-1)?.turn ?? sight.turn)}</span>
    </p>
    <div class="dice" role="img" aria-label=${words}>
      ${lying.length ? lying.map((value) => die(value, shown.rolling ? "rolling" : "")) : die(0, "idle")}
    </div>
    <p class="total" aria-hidden="true">
      ${
        shown.rolling || !lying.length
          ? html`<span class="soft">${shown.rolling ? "…" : "not rolled"}</span>`
          : html`<b>${total}</b
              >${plus ? html`<span class="made">${total - plus} + ${plus} = ${total}</span>` : nothing}`
      }
    </p>
    ${
      scene.viewer === null
        ? nothing
        : html`<p class="purse line pocket" data-purse=${scene.viewer} aria-hidden="true">
            <span class="coin"></span><b>${shown.coins?.[scene.viewer] ?? sight.coins[scene.viewer]}</b>
          </p>`
    }
    ${double && !shown.rolling ? html`<p class="double">Double: another turn</p>` : nothing}
  </section>`;
}
