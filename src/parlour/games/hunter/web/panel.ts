/** The panel over the city, for every question but where to go. */
import { html, nothing, type TemplateResult } from "lit";
import { overflow, station } from "./dialogues.js";
import { fight } from "./fight.js";
import { finale } from "./finale.js";
import { hunt } from "./hunt.js";
import { offered, type Scene } from "./scene.js";
import { store } from "./shop.js";
import { AFTER, BEFORE, HUNTING, MEETING, OVERFLOW, STATION, STORE } from "./view.js";
import { summary } from "./summary.js";

export function panel(scene: Scene, first: boolean): TemplateResult | typeof nothing {
  const { sight, shown } = scene;
  if (sight.over) return finale(scene, first);
  if (sight.phase === STATION && offered(scene, "take")) return station(scene);
  if (sight.phase === STORE && offered(scene, "finish")) return store(scene);
  if (sight.phase === OVERFLOW && offered(scene, "discard")) return overflow(scene);
  if (sight.phase === HUNTING && sight.fighter >= 0) return hunt(scene);
  if ([MEETING, BEFORE, AFTER].includes(sight.phase) && sight.fighter >= 0) return fight(scene);
  const page = summary(scene);
  if (page !== nothing) return page;
  return shown.banner ? html`<p class="banner herald" role="status">${shown.banner}</p>` : nothing;
}
