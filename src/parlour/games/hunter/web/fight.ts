/** The fight, at the size of a card: the hunter, the dice, the monster, and items to throw. */
import { html, nothing, type TemplateResult } from "lit";
import { bar, die, icon, mark, picture } from "./pieces.js";
import { hits } from "./home.js";
import { act, nameAt, offered, type Scene } from "./scene.js";
import { AFTER, BEFORE, BOW, MEETING, RIFLE, PLASMA, WEAPONS, ammunition, many, sum, times } from "./view.js";

export function fight(scene: Scene): TemplateResult {
  const { shown } = scene;
  return html`<div class="panel vertical fight" data-look="battle" role="group" aria-labelledby="stage">
    ${picture(scene.book, "place-forest", "backdrop")}
    <h2 id="stage" class="turn">${whose(scene)}${order(scene)}</h2>
    ${hunter(scene)}
    <div class="middle">
      ${table(scene)}${hits(
        scene.book.weapon[scene.sight.weapon[scene.sight.fighter] ?? -1]?.damage ?? [],
      )}${throwables(scene)}
    </div>
    ${beast(scene)}
    ${
      scene.history.fight?.lines.length
        ? html`<ol class="said" tabindex="0" aria-label="This fight">
            ${[...scene.history.fight.lines].reverse().map((line) => html`<li>${line}</li>`)}
          </ol>`
        : nothing
    }
    ${shown.banner ? html`<p class="banner" role="status">${shown.banner}</p>` : nothing}
  </div>`;
}

/** The damage of the last blow. */
const wound = ({ shown }: Scene, whom: "hunter" | "monster") =>
  shown.blow === whom && shown.wound > 0
    ? html`<span class="wound" aria-hidden="true">−${shown.wound}</span>`
    : nothing;

/** The order of the fights in this round. */
function order(scene: Scene): TemplateResult | typeof nothing {
  const { sight } = scene;
  if (sight.queue.length < 2) return nothing;
  return html`<span
    class="order"
    role="img"
    aria-label="Fights: ${sight.queue.map((seat) => nameAt(scene, seat)).join(", then ")}"
    >${sight.queue.map(
      (seat) => html`<span class=${seat === sight.fighter ? "now" : ""}>${mark(sight, seat)}</span>`,
    )}</span
  >`;
}

/** Whose turn it is. */
function whose(scene: Scene): string {
  const { sight, shown, viewer } = scene;
  const you = sight.fighter === viewer;
  const name = nameAt(scene, sight.fighter);
  const round = sight.battle_round > 0 ? `Battle round ${sight.battle_round}: ` : "";
  if (shown.dice)
    return shown.dice.attack
      ? `${round}${you ? "you strike" : `${name} strikes`}`
      : `${round}the monster strikes, ${you ? "you defend" : `${name} defends`}`;
  if (sight.phase === MEETING) return you ? "It has seen you. Fight it?" : `${name} meets a monster`;
  if (sight.phase === AFTER) return you ? `${round}before it strikes back` : `${round}${name} gets ready`;
  return you ? `${round}your attack` : `${round}${name}'s attack`;
}

function hunter(scene: Scene): TemplateResult {
  const { sight, book, shown } = scene;
  const seat = sight.fighter;
  const weapon = sight.weapon[seat] ?? -1;
  const ammo = ammunition(weapon);
  const endless = weapon === PLASMA && sight.prices[seat]?.[ammo] === 0;
  return html`<article
    class="card vertical hunter ${shown.blow === "hunter" ? "struck" : ""}"
    aria-label="${nameAt(scene, seat)}"
  >
    ${wound(scene, "hunter")} ${weapon >= 0 ? picture(book, `weapon-${WEAPONS[weapon]}`, "portrait") : nothing}
    <h3>${mark(sight, seat)} ${nameAt(scene, seat)}</h3>
    <p class="health">${icon("hp")}<b>${sight.hp[seat]} / ${sight.hp_max[seat]}</b> HP</p>
    ${bar(sight.hp[seat] ?? 0, sight.hp_max[seat] ?? 1, "hp")}
    <p class="small">
      ${icon("ep")} ${sight.ep[seat]}/${sight.ep_max[seat]} EP · ${icon("attack")} ${sight.attack[seat]} ·
      ${icon("defense")} ${sight.defense[seat]}
    </p>
    ${
      weapon === RIFLE || weapon === PLASMA
        ? html`<p class="small">${book.item[ammo]?.name}: <b>${endless ? "∞" : sight.items[seat]?.[ammo]}</b></p>`
        : nothing
    }
    ${
      sum(sight.party)
        ? html`<p class="small">
            ${icon("paw")}
            ${sight.party.flatMap((count, level) => times(count).map(() => picture(book, `pet-${level + 1}`, "tiny")))}
            +${sight.party_damage} damage
          </p>`
        : nothing
    }
    ${sight.bonus ? html`<p class="small">Fake Blood: +${many(sight.bonus, "point")}</p>` : nothing}
    ${sight.knife === 1 ? html`<p class="small glowing">The next hit counts three times.</p>` : nothing}
  </article>`;
}

/** The rolling dice, or the last roll. */
function table(scene: Scene): TemplateResult {
  const { sight, shown, history, book } = scene;
  const past = history.fight;
  const damage = book.weapon[sight.weapon[sight.fighter] ?? -1]?.damage ?? [];
  const lying =
    shown.dice ??
    (past && past.defense.length
      ? { attack: false, faces: past.defense, rolling: false }
      : past && past.attack.length
        ? { attack: true, faces: past.attack, rolling: false }
        : null);
  if (lying === null)
    return html`<div class="dice-table idle">
      ${times(Math.max(1, sight.attack[sight.fighter] ?? 2)).map(() => die(0, "idle"))}
    </div>`;
  const lowest = sight.weapon[sight.fighter] === BOW ? 3 : 4; // the lowest face that blocks
  const good = (face: number) => (lying.attack ? (damage[face - 1] ?? 0) > 0 : face >= lowest);
  const label = `${lying.attack ? "Attack" : "Defense"} dice: ${lying.faces.join(", ")}`;
  return html`<div
    class="dice-table ${lying.attack ? "attack" : "defense"}"
    role="img"
    aria-label=${lying.rolling ? "The dice roll" : label}
  >
    <span class="what" aria-hidden="true"
      >${icon(lying.attack ? "attack" : "defense")} ${lying.attack ? "Attack" : "Defense"}</span
    >
    <span class="roll"
      >${lying.faces.map((face) => die(face, lying.rolling ? "rolling" : good(face) ? "good" : "dull"))}</span
    >
  </div>`;
}

const THROWN = [
  ["use grenade", 2],
  ["use bomb", 3],
  ["use dynamite", 4],
  ["use fake-blood", 5],
  ["drink", 0],
  ["heal", 1],
] as const;
const ART = ["beer", "blood-bag", "grenade", "bomb", "dynamite", "fake-blood"];

/** The items of the viewer that can be used in this window. */
function throwables(scene: Scene): TemplateResult | typeof nothing {
  const { sight, book, viewer } = scene;
  if (sight.fighter !== viewer || ![BEFORE, AFTER].includes(sight.phase)) return nothing;
  const things = THROWN.filter(([action, item]) => (sight.items[viewer]?.[item] ?? 0) > 0 || offered(scene, action));
  return html`<div class="throwables" role="group" aria-label="Items">
    ${things.map(([action, item]) =>
      act(scene, action, book.item[item]!.name, {
        style: "item",
        look: `item:${ART[item]}`,
        name: `${item === 0 ? "Drink" : "Use"} ${book.item[item]!.name}, you have ${sight.items[viewer]?.[item] ?? 0}`,
        note: book.item[item]!.text,
        words: html`${picture(book, `item-${ART[item]}`)}<span>${book.item[item]!.name}</span
          ><b>×${sight.items[viewer]?.[item] ?? 0}</b>`,
      }),
    )}${offered(scene, "trade") ? act(scene, "trade", "Beer to Blood", { style: "item" }) : nothing}
  </div>`;
}

/** The monster's card. */
function beast(scene: Scene): TemplateResult | typeof nothing {
  const { sight, book, shown } = scene;
  const monster = book.monster[sight.monster];
  if (!monster)
    return html`<article class="card vertical beast hidden" aria-label="A monster comes">
      <p class="soft">Something moves in the dark …</p>
    </article>`;
  const loot = [
    monster.money ? `$${monster.money}` : "",
    monster.beer ? many(monster.beer, "Beer") : "",
    monster.bags ? many(monster.bags, "Blood Bag") : "",
  ]
    .filter(Boolean)
    .join(", ");
  return html`<article
    class="card vertical beast level-${monster.level} ${shown.blow === "monster" ? "struck" : ""} ${
      sight.monster_hp <= 0 ? "fallen" : ""
    }"
    aria-label="${monster.name}, level ${monster.level}"
  >
    ${wound(scene, "monster")} ${picture(book, `monster-${sight.monster + 1}`, "portrait")}
    <h3>${monster.name} <span class="soft">level ${monster.level}</span></h3>
    <p class="health">
      ${icon("hp")}<b>${sight.monster_hp} / ${sight.monster_max}</b> HP · ${icon("attack")} <b>${sight.monster_att}</b>
    </p>
    ${bar(sight.monster_hp, sight.monster_max, "foe")}
    <p class="small prize">
      ${icon("score")} <b>${many(monster.points, "point")}</b> · ${icon("power")}
      +${monster.level}${loot ? html` · ${loot}` : nothing}
    </p>
    ${monster.effect ? html`<p class="small effect">${monster.effect}</p>` : nothing}
  </article>`;
}
