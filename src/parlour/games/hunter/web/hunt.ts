/** Before a fight: the level, the pets, their energy, and the monster that appears. */
import { html, nothing, type TemplateResult } from "lit";
import { icon, picture } from "./pieces.js";
import { act, nameAt, offered, type Scene } from "./scene.js";
import { averageOf, sum } from "./view.js";

/** The energy of a fight: the level plus one, plus the pets. */
export const priceOf = (level: number, party: number[], pets: number[]): number =>
  level + 1 + sum(party.map((count, index) => count * (pets[index] ?? 0)));

export function hunt(scene: Scene): TemplateResult {
  const { sight, book, hints } = scene;
  const { fighter } = sight;
  const pets = sight.pets[fighter] ?? [];
  const costs = sight.pet_ep[fighter] ?? [];
  const own = fighter === scene.viewer && offered(scene, "hunt level 1");
  return html`<div class="panel vertical hunt" data-look="battle" role="group" aria-labelledby="stage">
    <header>
      <h2 id="stage">
        ${
          own
            ? "Which monster?"
            : `${nameAt(scene, fighter)} ${fighter === scene.viewer ? "choose" : "chooses"} a monster`
        }
      </h2>
      <p class="soft">
        ${
          sight.apprentice[fighter] === 6
            ? "The apprentice helps: the monster starts with 1 HP less."
            : "The monster of a level comes by chance."
        }${sight.boost ? ` Monsters have ${sight.boost} HP more this round.` : ""}
      </p>
    </header>
    <div class="levels">
      ${[1, 2, 3].map((level) => {
        const average = averageOf(book, level);
        const total = priceOf(level, sight.party, costs);
        const odds = own ? (hints.find((one) => one.action === `hunt level ${level}`)?.text ?? "") : "";
        return html`<article class="level" aria-label="Level ${level}">
          ${picture(book, `monster-${level * 12 - 8}`, "shade")}
          <h3>Level ${level}</h3>
          <p class="averages line" title="On average">
            ${icon("hp")}<b>${average.hp}</b><span class="unseen">HP</span> ${icon("attack")}<b>${average.att}</b
            ><span class="unseen">attack</span> ${icon("score")}<b>${average.points}</b
            ><span class="unseen">points, on average</span>
          </p>
          ${odds ? html`<p class="odds">${odds}</p>` : nothing}
          ${
            own
              ? act(scene, `hunt level ${level}`, `Hunt for ${total} EP`, {
                  style: "strong",
                  name: `Hunt level ${level} for ${total} EP`,
                })
              : html`<p class="soft">${total} EP</p>`
          }
        </article>`;
      })}
    </div>
    ${
      sum(pets)
        ? html`<div class="party">
            <h3>Pets you bring <span class="soft">+${sight.party_damage} damage with every attack</span></h3>
            <ul>
              ${pets.map((count, level) =>
                count
                  ? html`<li>
                      ${picture(book, `pet-${level + 1}`)}<span>level ${level + 1} · ${costs[level]} EP</span
                      ><b>${sight.party[level] ?? 0} of ${count}</b
                      >${own ? act(scene, `bring pet ${level + 1}`, "Bring one", { style: "small" }) : nothing}
                    </li>`
                  : nothing,
              )}${
                own && sum(sight.party)
                  ? html`<li>
                      <button type="button" class="act small" data-take-back @click=${scene.takeBack}>
                        Leave the last one at home
                      </button>
                    </li>`
                  : nothing
              }
            </ul>
          </div>`
        : nothing
    }
  </div>`;
}
