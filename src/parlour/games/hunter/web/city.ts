/** The seven places: six around a square, and the dark Forest at the edge, with tokens and targets. */
import { html, nothing, type TemplateResult } from "lit";
import { dummy, picture, token } from "./pieces.js";
import { bestOf, nameAt, type Scene } from "./scene.js";
import { closedFor, displaces, type Token } from "./selection.js";
import { FOREST, PLACES, SELECTION, many, times, type HunterView } from "./view.js";

const TOKENS: Token[] = ["hunter", "apprentice"];

/** Whether the viewer is choosing places. */
export const selecting = ({ sight, question, viewer }: Scene): boolean =>
  viewer !== null &&
  sight.phase === SELECTION &&
  (question?.choices.some(({ action }) => action.startsWith("hunter ")) ?? false);

/** The visible tokens at a place. */
const standing = (sight: HunterView, place: number): { seat: number; kind: Token }[] =>
  times(sight.hunter.length).flatMap((seat) =>
    TOKENS.filter((kind) => sight[kind][seat] === place).map((kind) => ({ seat, kind })),
  );

/** The viewer's tokens before the reveal: in the draft, or face down. */
function own(scene: Scene, place: number): Token[] {
  const { sight, draft } = scene;
  if (sight.mine !== null) return TOKENS.filter((_, index) => sight.mine?.[index] === place);
  return selecting(scene) ? TOKENS.filter((kind) => draft[kind] === place) : [];
}

export function city(scene: Scene): TemplateResult {
  const choosing = selecting(scene);
  return html`<section class="city ${choosing ? "choosing" : ""}" aria-label="The city">
    <div
      class="ring"
      data-group="places"
      role="group"
      aria-label=${choosing ? `Places: where does your ${scene.draft.hand} go?` : "Places"}
    >
      ${PLACES.map((_, place) => tile(scene, place))}
    </div>
  </section>`;
}

function tile(scene: Scene, place: number): TemplateResult {
  const { sight, book, captions, draft, question, shown } = scene;
  const id = PLACES[place]!;
  const name = book.place[place]!;
  const choosing = selecting(scene);
  const blocked = sight.dummies.includes(place);
  const why = choosing ? closedFor(question, captions, draft.hand, place) : "";
  const note = choosing && !why ? displaces(draft, draft.hand, place) : "";
  const reward = captions[`place-${place}`] ?? "";
  const here = standing(sight, place);
  const mine = own(scene, place);
  const crowd = here.map(
    ({ seat, kind }) => `${nameAt(scene, seat) === "You" ? "your" : `${nameAt(scene, seat)}'s`} ${kind}`,
  );
  const label = [
    `${place + 1}. ${name}`,
    reward,
    blocked ? "a dummy stands here" : "",
    ...crowd,
    ...mine.map((kind) => `your ${kind}${sight.mine ? ", face down" : ""}`),
  ]
    .filter(Boolean)
    .join(", ");
  const advice = choosing ? (bestOf(scene.hints)?.action ?? "") : "";
  const advised = TOKENS.filter((kind) => `, ${advice},`.includes(`, ${kind} ${id},`));
  const inside = html` ${picture(book, `place-${id}`, "scenery")}
    <span class="plate"><b class="name">${name}</b><span class="reward">${reward}</span></span>
    <kbd class="number" aria-hidden="true">${place + 1}</kbd>
    <span class="crowd" aria-hidden="true">
      ${blocked ? dummy() : nothing}
      ${here.map(({ seat, kind }) =>
        token(sight, seat, kind, "", `placed ${sight.fighter === seat && kind === "hunter" ? "fighter" : ""}`),
      )}
      ${mine.map(
        (kind) =>
          html`<span class="own ${kind} ${sight.mine ? "sealed" : ""}" data-token=${sight.mine ? nothing : kind}
            >${token(sight, scene.mine, kind, "", sight.mine ? "facedown" : "draft")}</span
          >`,
      )}
      ${here.length > 1 && place !== FOREST ? html`<span class="count">${many(here.length, "token")}</span>` : nothing}
    </span>
    ${advised.length ? html`<span class="coach">Coach: ${advised.join(" and ")}</span>` : nothing}
    ${
      blocked
        ? html`<span class="barred">Dummy: closed</span>`
        : why
          ? html`<span class="barred">${why}</span>`
          : nothing
    }`;
  const style =
    `tile at-${id} ${blocked ? "blocked" : ""} ${choosing && !why ? "can" : ""} ${mine.length ? "chosen" : ""} ` +
    (shown.flash === `place-${place}` ? "flash" : "");
  if (!choosing)
    return html`<div class=${style} data-place=${place} data-look="place:${id}" role="group" aria-label=${label}>
      ${inside}
    </div>`;
  return html`<button
    type="button"
    class=${style}
    data-stop
    data-place=${place}
    data-look="place:${id}"
    aria-disabled=${why ? "true" : nothing}
    tabindex=${place === 0 ? 0 : -1}
    aria-description=${[why, note].filter(Boolean).join(" ") || nothing}
    title=${why || note || nothing}
    @click=${() => (why ? scene.explain(why) : scene.put(place))}
  >
    <span class="unseen">${label}.${why ? "" : ` Send your ${draft.hand} here.`}</span
    ><span class="face" aria-hidden="true">${inside}</span>
  </button>`;
}
