/** The other players: two lines each, with more on demand. */
import { html, nothing, type TemplateResult } from "lit";
import { ladder, pets, weapon } from "./home.js";
import { colourOf, icon, mark, picture } from "./pieces.js";
import { nameAt, type Scene } from "./scene.js";
import { ITEMS, SELECTION, WEAPONS, sum } from "./view.js";

const fact = (id: string, name: string, value: string | number): TemplateResult =>
  html`<span class="fact ${id}" title="${name}: ${value}"
    >${icon(id)}<span class="unseen">${name} </span><b>${value}</b></span
  >`;

export function rival(scene: Scene, seat: number): TemplateResult {
  const { sight, book, names, open, shown } = scene;
  const part = `seat-${seat}`;
  const wide = open.has(part) !== scene.roomy;
  const number = sight.weapon[seat] ?? -1;
  const choosing = sight.phase === SELECTION;
  const ready = sight.ready[seat];
  const held = ITEMS.map((id, item) => ({ id, item, count: sight.items[seat]?.[item] ?? 0 })).filter(
    ({ count }) => count > 0,
  );
  return html`<article
    class="rival ${wide ? "expanded" : ""} ${sight.fighter === seat ? "acting" : ""}"
    style="--hue:${colourOf(sight, seat)}"
    aria-label=${names[seat] ?? ""}
  >
    <button type="button" class="headline" aria-expanded=${wide} @click=${() => scene.toggle(part)}>
      ${number >= 0 ? picture(book, `weapon-${WEAPONS[number]}`, "weapon-art") : nothing}
      <span class="name">${mark(sight, seat)}<b>${nameAt(scene, seat)}</b></span
      ><span class="soft kind">${book.weapon[number]?.name ?? ""}</span>
      ${
        choosing
          ? html`<span class="light ${ready ? "ready" : "waiting"}"
              ><i aria-hidden="true"></i><span class="unseen">${ready ? "ready" : "choosing"}</span></span
            >`
          : nothing
      }
      <span class="points">${icon("score")}<b>${sight.score[seat]}</b></span>
    </button>
    <p class="facts">
      ${fact("money", "Money", sight.money[seat] ?? 0)}${fact("exp", "EXP", sight.exp[seat] ?? 0)}${fact(
        "hp",
        "HP",
        `${sight.hp[seat]}/${sight.hp_max[seat]}`,
      )}${fact("ep", "EP", `${sight.ep[seat]}/${sight.ep_max[seat]}`)}${fact(
        "attack",
        "Attack dice",
        sight.attack[seat] ?? 0,
      )}${fact("defense", "Defense dice", sight.defense[seat] ?? 0)}${fact(
        "popularity",
        "Popularity level",
        `${sight.reward[seat]}/${sight.fame[seat]}`,
      )}${sum(sight.pets[seat] ?? []) ? fact("paw", "Pets", sum(sight.pets[seat] ?? [])) : nothing}
    </p>
    ${shown.got?.seat === seat ? html`<p class="got" aria-hidden="true">${shown.got.words}</p>` : nothing}
    ${
      wide
        ? html`<div class="more">
            <p class="held" aria-label="Inventory ${sight.used[seat]} of ${sight.capacity[seat]}">
              ${icon("capacity")} ${sight.used[seat]}/${sight.capacity[seat]}
              ${held.map(
                ({ id, item, count }) =>
                  html`<span title=${book.item[item]?.name ?? ""}
                    >${picture(book, `item-${id}`)}<b>${count}</b
                    ><span class="unseen">${book.item[item]?.name}</span></span
                  >`,
              )}
            </p>
            ${weapon(scene, seat)}${ladder(scene, seat)}${sum(sight.pets[seat] ?? []) ? pets(scene, seat) : nothing}
          </div>`
        : nothing
    }
  </article>`;
}
