/** The smaller dialogues: the choice at the Station, and discarding from a full inventory. */
import { html, nothing, type TemplateResult } from "lit";
import { bar, icon, picture } from "./pieces.js";
import { act, type Scene } from "./scene.js";
import { BAGS_TO_RAISE, BEER, BEERS_TO_RAISE, BLOOD, ITEMS, STATION, many } from "./view.js";

const TAKES = [
  ["money", "Money"],
  ["beer", "Beers"],
  ["blood-bags", "Blood Bags"],
  ["exp", "EXP"],
] as const;

export function station(scene: Scene): TemplateResult {
  const { sight, mine, book } = scene;
  const now = [
    `$${sight.money[mine]} of 15`,
    many(sight.items[mine]?.[BEER] ?? 0, "Beer"),
    many(sight.items[mine]?.[BLOOD] ?? 0, "Blood Bag"),
    `${sight.exp[mine]} EXP of 15`,
  ];
  const face = (index: number) =>
    index === 1
      ? picture(book, "item-beer")
      : index === 2
        ? picture(book, "item-blood-bag")
        : icon(index === 0 ? "money" : "exp");
  return html`<div class="panel vertical station" role="group" aria-labelledby="stage">
    <header>
      <h2 id="stage">The Station</h2>
      <p class="soft">${many(sight.tokens[STATION] ?? 1, "token")} here. What do you take?</p>
    </header>
    <div class="takes">
      ${TAKES.map(([id, name], index) =>
        act(scene, `take ${id}`, name, {
          style: "take",
          name: `Take ${sight.station[index]} ${name}`,
          words: html`${face(index)}<span class="words"><b>+${sight.station[index]}</b> ${name}</span
            ><span class="soft small">you have ${now[index]}</span>`,
        }),
      )}
    </div>
  </div>`;
}

export function overflow(scene: Scene): TemplateResult {
  const { sight, mine, book } = scene;
  const used = sight.used[mine] ?? 0;
  const room = sight.capacity[mine] ?? 0;
  const held = ITEMS.map((id, item) => ({ id, item, count: sight.items[mine]?.[item] ?? 0 })).filter(
    ({ count }) => count > 0,
  );
  const uses = (item: number) =>
    item === BEER
      ? html`${act(scene, "drink", "Drink", { style: "small" })}${act(
          scene,
          "put beer",
          `Upgrade ${sight.ep_put[mine]}/${BEERS_TO_RAISE}`,
          { style: "small" },
        )}${act(scene, "raise ep", "Max EP +1", { style: "small" })}`
      : item === BLOOD
        ? html`${act(scene, "heal", "Use", { style: "small" })}${act(
            scene,
            "put blood-bag",
            `Upgrade ${sight.hp_put[mine]}/${BAGS_TO_RAISE}`,
            { style: "small" },
          )}${act(scene, "raise hp", "Max HP +1", { style: "small" })}`
        : nothing;
  return html`<div class="panel vertical overflow" role="group" aria-labelledby="stage">
    <header>
      <h2 id="stage">Too much to carry</h2>
      <p class="loads">
        <span>now <b>${used}</b></span
        ><span>maximum <b>${room}</b></span
        ><span class="bad">too much <b>${Math.max(0, used - room)}</b></span>
      </p>
      ${bar(used, Math.max(used, room), "capacity over")}
    </header>
    <ul class="heap">
      ${held.map(
        ({ id, item, count }) =>
          html`<li>
            ${picture(book, `item-${id}`)}<span class="words"
              ><b>${book.item[item]?.name} ×${count}</b
              ><span class="soft small">size ${book.item[item]?.size} each</span></span
            >
            <span class="uses"
              >${uses(item)}${act(scene, `discard ${id}`, "Discard", {
                style: "small grave",
                name: `Discard one ${book.item[item]?.name}`,
              })}</span
            >
          </li>`,
      )}
    </ul>
  </div>`;
}
