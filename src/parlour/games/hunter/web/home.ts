/** The viewer's own board: possessions, what they can be used for, and progress. */
import { html, nothing, type TemplateResult } from "lit";
import { bar, colourOf, die, icon, mark, picture, pips } from "./pieces.js";
import { act, nameAt, offered, type Scene } from "./scene.js";
import {
  BAGS_TO_RAISE,
  BEER,
  BEERS_TO_RAISE,
  BLOOD,
  HIGHEST,
  ITEMS,
  KATANA,
  LEARNED,
  MOST_ATTACK,
  MOST_DEFENSE,
  PLASMA,
  PURSE,
  REWARDS,
  TRACK_END,
  WEAPONS,
  ammunition,
  many,
  times,
} from "./view.js";

export function home(scene: Scene): TemplateResult {
  const { sight, mine, shown } = scene;
  const got = shown.got?.seat === mine ? shown.got.words : "";
  return html`<section
    class="home"
    data-look="board"
    aria-label=${scene.viewer === null ? `Board of ${scene.names[mine]}` : "Your board"}
    style="--hue:${colourOf(sight, mine)}"
  >
    ${who(scene)}${meters(scene, mine)}${dice(scene)}${bag(scene)}${weapon(scene, mine)}${ladder(scene, mine)}
    ${got ? html`<p class="got" aria-hidden="true">${got}</p>` : nothing}
  </section>`;
}

function who(scene: Scene): TemplateResult {
  const { sight, mine, book } = scene;
  const weapon = sight.weapon[mine] ?? -1;
  return html`<div class="who centred">
    ${weapon >= 0 ? picture(book, `weapon-${WEAPONS[weapon]}`, "weapon-art") : nothing}
    <p>
      <b class="name">${mark(sight, mine)} ${nameAt(scene, mine)}</b
      ><span class="soft">${book.weapon[weapon]?.name ?? ""}</span>
    </p>
    <p class="points" aria-label=${many(sight.score[mine] ?? 0, "point")}>
      ${icon("score")}<b>${sight.score[mine]}</b><span class="soft">/ 50</span>
    </p>
  </div>`;
}

interface Meter {
  id: string;
  name: string;
  value: number;
  most: number;
  extra?: TemplateResult | typeof nothing;
}
const meter = ({ id, name, value, most, extra = nothing }: Meter): TemplateResult =>
  html`<div class="meter ${id}" data-look="board:${id}" role="group" aria-label="${name} ${value} of ${most}">
    ${icon(id)}<span class="label">${name}</span><b>${value}<span class="soft">/${most}</span></b
    >${bar(value, most, id)}${extra}
  </div>`;

/**
 * Money, experience, health and energy; the last two with their milestones and the progress towards a higher maximum.
 */
export function meters(scene: Scene, seat: number): TemplateResult {
  const { sight, options } = scene;
  const of = (column: number[]) => column[seat] ?? 0;
  const raise = (put: number, need: number, most: number, miles: [number, number][], word: string) =>
    html`<span class="raise"
      ><span
        title="${
          most >= HIGHEST ? `The highest maximum` : `${put} of ${need} ${word} on the way to a maximum of ${most + 1}`
        }"
        >${pips(most >= HIGHEST ? need : put, need)}<span class="unseen">${put} of ${need} ${word} put in</span></span
      >
      <span class="miles"
        >${miles.map(
          ([at, points]) =>
            html`<span
              class="mile ${most >= at ? "done" : ""}"
              title="Maximum ${at}: ${many(points, "point")}${most >= at ? ", reached" : ""}"
              ><i aria-hidden="true"></i>${at}<small>+${points}</small></span
            >`,
        )}</span
      ></span
    >`;
  return html`<div class="meters">
    ${meter({ id: "money", name: "Money", value: of(sight.money), most: PURSE })}
    ${meter({ id: "exp", name: "EXP", value: of(sight.exp), most: LEARNED })}
    ${meter({
      id: "hp",
      name: "HP",
      value: of(sight.hp),
      most: of(sight.hp_max),
      extra: raise(of(sight.hp_put), BAGS_TO_RAISE, of(sight.hp_max), options.hp, "Blood Bags"),
    })}
    ${meter({
      id: "ep",
      name: "EP",
      value: of(sight.ep),
      most: of(sight.ep_max),
      extra: raise(of(sight.ep_put), BEERS_TO_RAISE, of(sight.ep_max), options.ep, "Beers"),
    })}
  </div>`;
}

function dice(scene: Scene): TemplateResult {
  const { sight, mine, book } = scene;
  const weapon = book.weapon[sight.weapon[mine] ?? -1];
  const row = (name: string, id: string, count: number, most: number, action: string, cost: number) =>
    html`<div class="dicerow" role="group" aria-label="${name} dice: ${count} of ${most}">
      ${icon(id)}<span class="label">${name}</span><b>${count}<span class="soft">/${most}</span></b>
      ${
        count >= most
          ? html`<span class="soft full">all</span>`
          : act(scene, action, `+1 · ${cost} EXP`, {
              style: "small",
              name: `Buy one ${name.toLowerCase()} die for ${cost} EXP`,
            })
      }
    </div>`;
  return html`<div class="dice-board" data-look="board:dice">
    <h3>Dice</h3>
    ${row("Attack", "attack", sight.attack[mine] ?? 0, MOST_ATTACK, "attack die", weapon?.attack_cost ?? 0)}
    ${row("Defense", "defense", sight.defense[mine] ?? 0, MOST_DEFENSE, "defense die", weapon?.defense_cost ?? 3)}
    ${hits(weapon?.damage ?? [])}${pets(scene, mine)}
  </div>`;
}

/** The damage of each face of an attack die. */
export const hits = (damage: number[]): TemplateResult =>
  html`<div class="hits" role="img" aria-label="Damage for 1 to 6: ${damage.join(", ")}">
    ${damage.map(
      (points, face) => html`<span class=${points ? "hit" : "miss"}>${die(face + 1)}<b>${points}</b></span>`,
    )}
  </div>`;

/** The inventory: the uses of each item, and the room left. */
function bag(scene: Scene): TemplateResult {
  const { sight, mine, book } = scene;
  const used = sight.used[mine] ?? 0;
  const room = sight.capacity[mine] ?? 0;
  const weapon = sight.weapon[mine] ?? -1;
  const held = (item: number) => sight.items[mine]?.[item] ?? 0;
  const ammo = ammunition(weapon);
  const free = weapon === PLASMA && sight.prices[mine]?.[ammo] === 0;
  const thing = (item: number, count: string, ...buttons: (TemplateResult | typeof nothing)[]) =>
    html`<li
      class="thing row ${held(item) || count === "∞" ? "" : "none"} ${buttons.length ? "useful" : ""}"
      data-look="item:${ITEMS[item]}"
      title="${book.item[item]?.name}: ${book.item[item]?.text} Size ${book.item[item]?.size}."
    >
      ${picture(book, `item-${ITEMS[item]}`)}<span class="label">${book.item[item]?.name}</span
      ><b class="count">${count}</b>${buttons.length ? html`<span class="uses">${buttons}</span>` : nothing}
    </li>`;
  const plain = [2, 3, 4, 5].map((item) => thing(item, `${held(item)}`));
  const most = book.item[ammo]?.most;
  return html`<div class="bag" data-look="board:inventory">
    <h3>
      Inventory
      <span class="load ${used > room ? "bad" : ""}"><b>${used}</b> / ${room}</span
      >${bar(used, room, used > room ? "capacity over" : "capacity")}
    </h3>
    <ul class="things">
      ${thing(
        BEER,
        `${held(BEER)}`,
        act(scene, "drink", "Drink", { style: "small", note: "EP +1." }),
        act(scene, "put beer", `Upgrade`, {
          style: "small",
          note: `One Beer towards a higher maximum EP: ${sight.ep_put[mine]} of ${BEERS_TO_RAISE} are in.`,
        }),
        act(scene, "raise ep", "Max +1", {
          style: "small",
          note: `All the Beers that are missing, at once: ${BEERS_TO_RAISE - (sight.ep_put[mine] ?? 0)}.`,
        }),
        weapon === KATANA && (offered(scene, "trade") || scene.question === null)
          ? act(scene, "trade", "Trade", { style: "small", note: "Katana: one Beer becomes one Blood Bag." })
          : nothing,
      )}
      ${thing(
        BLOOD,
        `${held(BLOOD)}`,
        act(scene, "heal", "Heal", { style: "small", note: "HP +1." }),
        act(scene, "put blood-bag", "Upgrade", {
          style: "small",
          note: `One Blood Bag towards a higher maximum HP: ${sight.hp_put[mine]} of ${BAGS_TO_RAISE} are in.`,
        }),
        act(scene, "raise hp", "Max +1", {
          style: "small",
          note: `All the Blood Bags that are missing, at once: ${BAGS_TO_RAISE - (sight.hp_put[mine] ?? 0)}.`,
        }),
      )}
      ${plain} ${ammo < 0 ? nothing : thing(ammo, free ? "∞" : most ? `${held(ammo)}/${most}` : `${held(ammo)}`)}
    </ul>
  </div>`;
}

/** The power track of the weapon, and its three powers. */
export function weapon(scene: Scene, seat: number): TemplateResult {
  const { sight, book, shown } = scene;
  const number = sight.weapon[seat] ?? -1;
  const space = sight.track[seat] ?? 1;
  const level = sight.power[seat] ?? 1;
  return html`<div class="powers ${shown.flash === `power-${seat}` ? "flash" : ""}" data-look="board:power">
    <h3>
      ${book.weapon[number]?.name ?? "Weapon"}
      <ol class="track" aria-label="Power track: space ${space} of ${TRACK_END}">
        ${times(TRACK_END).map(
          (at) =>
            html`<li
              class="${at + 1 === space ? "here" : ""} ${at + 1 <= space ? "passed" : ""} ${
                at + 1 === 3 || at + 1 === 7 ? "gate" : ""
              }"
              aria-hidden="true"
            >
              ${at + 1 === 3 ? "II" : at + 1 === 7 ? "III" : at + 1 === space ? "●" : ""}
            </li>`,
        )}
      </ol>
    </h3>
    <ol class="texts">
      ${(book.weapon[number]?.powers ?? []).map(
        (text, index) =>
          html`<li class=${index < level ? "on" : "off"} title=${text}>
            <b aria-hidden="true">${["I", "II", "III"][index]}</b
            ><span>${text}<span class="unseen">${index < level ? " (yours)" : " (not reached yet)"}</span></span>
          </li>`,
      )}
    </ol>
  </div>`;
}

/** The popularity track with both tokens. */
export function ladder(scene: Scene, seat: number): TemplateResult {
  const { sight, options, shown } = scene;
  const reward = sight.reward[seat] ?? 0;
  const fame = sight.fame[seat] ?? 0;
  return html`<div class="ladder ${shown.flash === `popularity-${seat}` ? "flash" : ""}" data-look="board:popularity">
    <h3>Popularity</h3>
    <ol aria-label="Reward token on level ${reward}, point token on level ${fame}">
      ${[5, 4, 3, 2, 1, 0].map(
        (level) =>
          html`<li
            class="${level <= reward && level > 0 ? "paid" : ""}"
            title=${
              level
                ? `Level ${level}: ${REWARDS[level]} every time; ${many(options.fame[level] ?? 0, "point")} once`
                : "Level 0: nothing"
            }
          >
            <b aria-hidden="true">${level}</b><span>${REWARDS[level] || "–"}</span
            ><span class="marks" aria-hidden="true"
              >${level === reward ? html`<i class="reward" title="Reward token"></i>` : nothing}${
                level === fame ? html`<i class="fame" title="Point token">★</i>` : nothing
              }</span
            >
          </li>`,
      )}
    </ol>
  </div>`;
}

export function pets(scene: Scene, seat: number): TemplateResult {
  const { sight, book } = scene;
  const owned = sight.pets[seat] ?? [];
  return html`<div class="pets" data-look="board:pets">
    <h3>Pets</h3>
    ${
      owned.some((count) => count > 0)
        ? html`<ul>
            ${owned.map((count, level) =>
              count
                ? html`<li
                    title="Level ${level + 1} pet: ${sight.pet_ep[seat]?.[level]} EP for a fight, ${
                      sight.pet_damage[seat]?.[level]
                    } damage with every attack"
                  >
                    ${picture(book, `pet-${level + 1}`)}<b>×${count}</b><span class="soft">level ${level + 1}</span>
                  </li>`
                : nothing,
            )}
          </ul>`
        : html`<p class="soft">None tamed yet.</p>`
    }
  </div>`;
}
