/** The landmarks of a city against the evening sky: outlines until they are built, then the lights go on. */
import { choiceOf } from "@parlour/kit/question";
import { html, nothing, svg, type TemplateResult } from "lit";
import { coin, handlers, picture, worthOf } from "./card.js";
import { landmarkSpot, opened, stopIn, type Scene } from "./scene.js";
import { coinWord, landmarkOf, type Catalogue } from "./sight.js";

const ROOFS = [
  "M14 60V26l18-12 18 12v34z",
  "M8 60V34h48v26z",
  "M20 60 32 6l12 54z",
  "M22 60V20h20v40zM32 20V4",
  "M10 60V30h44v30zM32 30V14",
  "M6 60V44h52v16zM18 44V22h8v22",
  "M24 60V24h-6v-8h28v8h-6v36z",
];

function building(book: Catalogue, id: string, landmark: number): TemplateResult {
  if (book.art[id] !== undefined) return picture(book, { id });
  return html`<svg class="art" viewBox="0 0 64 64" aria-hidden="true">
    ${svg`<path class="house" d=${ROOFS[landmark % ROOFS.length]} />
      <path class="pane" d="M28 40h8v8h-8zM28 28h8v6h-8z" />`}
  </svg>`;
}

/** All landmarks in play, cheapest first. The same skyline may stand in two places. */
export function skyline(scene: Scene, seat: number, place = "sky"): TemplateResult {
  const { sight, book } = scene;
  const sites = [...sight.landmarks].sort((a, b) => landmarkOf(book, a).cost - landmarkOf(book, b).cost || a - b);
  const group = `${place} ${seat}`;
  const stop = stopIn(
    scene,
    group,
    sites.map((landmark) => landmarkSpot(seat, landmark)),
  );
  const lit = sites.filter((landmark) => sight.built[seat]?.[landmark]).length;
  return html`<ul
    class="skyline"
    data-group=${group}
    aria-label="Landmarks"
    .style=${`--lit:${sites.length ? lit / sites.length : 0}`}
  >
    ${sites.map((landmark) => site(scene, seat, landmark, stop))}
  </ul>`;
}

function site(scene: Scene, seat: number, landmark: number, stop: string): TemplateResult {
  const { sight, book, question, mine, shown } = scene;
  const { id, name, cost, text } = landmarkOf(book, landmark);
  const spot = landmarkSpot(seat, landmark);
  const on = handlers(scene, spot);
  const stands = (sight.built[seat]?.[landmark] ?? 0) > 0;
  const can = opened(scene, spot);
  const action = `build ${id}`;
  const reason = seat === mine ? (choiceOf(question, action)?.reason ?? null) : null;
  const picked = scene.picked !== "" && scene.spot === spot;
  return html`<li
    class="site ${stands ? "built" : ""} ${can ? "can" : ""} ${picked ? "picked" : ""} ${
      shown.flash === spot ? "flash" : ""
    }"
  >
    <button
      type="button"
      data-spot=${spot}
      tabindex=${spot === stop ? 0 : -1}
      aria-description=${reason?.sentence ?? nothing}
      aria-disabled=${reason ? "true" : nothing}
      aria-pressed=${picked ? "true" : nothing}
      @click=${on.press}
      @pointerenter=${on.enter}
      @pointerleave=${on.leave}
      @focus=${on.focus}
      @blur=${on.leave}
    >
      <span class="unseen">${name}, ${stands ? "built" : `not built, costs ${coinWord(cost)}`}. ${text}</span>
      <span class="face" aria-hidden="true"
        >${building(book, id, landmark)}<span class="name">${name}</span>${stands ? nothing : coin(cost)}</span
      >
      ${seat === mine ? worthOf(scene, action, "small") : nothing}
    </button>
  </li>`;
}
