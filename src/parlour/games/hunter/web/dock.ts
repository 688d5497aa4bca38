/**
 * The dock below the city: the two tokens, and answers that are a single button. On a phone it is within reach of the
 * thumb.
 */
import { html, nothing, type TemplateResult } from "lit";
import { icon, mark, token } from "./pieces.js";
import { act, bestOf, nameAt, offered, refusal, type Scene } from "./scene.js";
import { selecting } from "./city.js";
import { complete, type Token } from "./selection.js";
import { AFTER, BEFORE, HUNTING, OVERFLOW, RECOVERING, RESTING, SELECTION, STORE, sum } from "./view.js";
import { summaryChips } from "./summary.js";

export function dock(scene: Scene): TemplateResult {
  const { sight } = scene;
  const inside = sight.phase === SELECTION ? square(scene) : answers(scene);
  return html`<section
    class="dock row ${sight.phase === SELECTION ? "square" : "foot"}"
    aria-label=${sight.phase === SELECTION ? "Your tokens" : "Your answer"}
  >
    ${inside}${coach(scene)}
  </section>`;
}

/** The coach's advice if it has a number. Advice without one is shown by the page; before a hunt it is on the cards. */
function coach({ hints, sight }: Scene): TemplateResult | typeof nothing {
  const best = bestOf(hints);
  return best === undefined || best.chance === null || sight.phase === HUNTING
    ? nothing
    : html`<p class="coach" role="status">Coach: ${best.label}. ${best.text}</p>`;
}

function pickButton(scene: Scene, kind: Token): TemplateResult {
  const { sight, draft, book } = scene;
  const place = draft[kind];
  const held = draft.hand === kind;
  const where = place >= 0 ? book.place[place]! : held ? "choose a place" : "at home";
  return html`<button
    type="button"
    class="pick line ${held ? "held" : ""} ${place >= 0 ? "placed" : ""}"
    data-token=${kind}
    data-look=${kind}
    aria-pressed=${held}
    @click=${() => scene.pick(kind)}
  >
    <span class="unseen">${kind === "hunter" ? "Hunter" : "Apprentice"}: ${where}</span
    >${token(sight, scene.mine, kind)}<span class="words" aria-hidden="true"
      ><b>${kind === "hunter" ? "Hunter" : "Apprentice"}</b><span class="soft">${where}</span></span
    ><kbd aria-hidden="true">${kind === "hunter" ? "H" : "A"}</kbd>
  </button>`;
}

/** The square in the middle of the city: tokens to send, ready lights, and the gains of the last round. */
function square(scene: Scene): TemplateResult {
  const { sight, draft, question, names, viewer, captions, busy } = scene;
  const lights = html`<ul class="lights" aria-label="Who is ready">
    ${names.map(
      (_, seat) =>
        html`<li
          class="light ${sight.ready[seat] ? "ready" : "waiting"}"
          title="${nameAt(scene, seat)}: ${sight.ready[seat] ? "ready" : "choosing"}"
        >
          ${mark(sight, seat)}<i aria-hidden="true"></i
          ><span class="unseen">${nameAt(scene, seat)}: ${sight.ready[seat] ? "ready" : "choosing"}</span>
        </li>`,
    )}
  </ul>`;
  if (selecting(scene)) {
    const whole = complete(draft, question);
    return html`<div class="picks">${pickButton(scene, "hunter")}${pickButton(scene, "apprentice")}</div>
      <button
        type="button"
        class="act strong send"
        data-send
        aria-disabled=${whole && !busy ? nothing : "true"}
        title=${whole ? nothing : "Send both tokens somewhere first."}
        @click=${scene.send}
      >
        ${icon("flag")}<span>Ready</span>${whole ? html`<kbd aria-hidden="true">↵</kbd>` : nothing}
      </button>
      ${lights}${summaryChips(scene)}`;
  }
  if (sight.mine !== null && viewer !== null) {
    const [hunter = -1, apprentice = -1] = sight.mine;
    return html`<p class="status">
        <b>You are ready.</b>
        <span class="soft"
          >${token(sight, viewer, "hunter")} ${scene.book.place[hunter]} ${token(sight, viewer, "apprentice")}
          ${scene.book.place[apprentice]}</span
        >
      </p>
      <button type="button" class="act" data-take-back @click=${scene.takeBack}>
        Take back<kbd aria-hidden="true">Z</kbd></button
      >${lights}${summaryChips(scene)}`;
  }
  return html`<p class="status">${captions.status || captions.title || "The city at dusk"}</p>
    ${lights}${summaryChips(scene)}`;
}

/** The answers that need no dialogue of their own. */
function answers(scene: Scene): TemplateResult {
  const { sight, captions, mine, question } = scene;
  const status = captions.status || captions.title || "";
  if (question === null) return html`<p class="status">${status}</p>`;
  if (sight.phase === STORE && offered(scene, "finish")) {
    return html`<p class="status">
        <b>$${sight.money[mine]}</b> left <span class="soft">·</span> capacity
        <b class=${sight.used[mine]! > sight.capacity[mine]! ? "bad" : ""}
          >${sight.used[mine]} / ${sight.capacity[mine]}</b
        >
      </p>
      ${act(scene, "finish", "Finish shopping", { style: "strong" })}`;
  }
  if (sight.phase === OVERFLOW && offered(scene, "discard"))
    return html`<p class="status bad">
      ${sight.used[mine]! - sight.capacity[mine]!} too much: use, upgrade or discard.
    </p>`;
  if (sight.phase === HUNTING && offered(scene, "hunt level 1")) {
    const party = sum(sight.party.map((count, level) => count * (sight.pet_ep[mine]?.[level] ?? 0)));
    return html`<p class="status">
        You have
        <b>${sight.ep[mine]}${sight.surplus ? `+${sight.surplus}` : ""} EP</b
        >${party ? html`; your pets cost <b>${party}</b> of them` : nothing}.
      </p>
      <span class="row">${act(scene, "drink", "Drink Beer")}${act(scene, "heal", "Use Blood Bag")}</span>`;
  }
  if (offered(scene, "accept"))
    return html`<span class="row"
      >${act(scene, "accept", "Fight it", { style: "strong" })}${act(scene, "change", "Another one (1 EP)")}</span
    >`;
  if (sight.phase === BEFORE || sight.phase === AFTER) return blows(scene);
  if (sight.phase === RESTING && offered(scene, "go on"))
    return html`<p class="status">The battle is over: use your board, or go on.</p>
      ${act(scene, "go on", "Go on", { style: "strong" })}`;
  if (sight.phase === RECOVERING)
    return html`<span class="row"
      >${act(scene, "recover hp", "+1 HP", { style: "strong" })}${act(scene, "recover ep", "+1 EP", {
        style: "strong",
      })}</span
    >`;
  return html`<p class="status">${status}</p>`;
}

/** The main answers of a fight: strike, tame, or go on. */
function blows(scene: Scene): TemplateResult {
  const { sight } = scene;
  const shown = (action: string) => offered(scene, action);
  const armed = sight.knife === 1;
  return html`<span class="row">
    ${
      shown("attack")
        ? act(scene, "attack", "Attack", {
            style: "strong",
            words: html`${icon("attack")}<span>Attack${armed ? " × 3" : ""}</span>`,
          })
        : nothing
    }
    ${shown("strike again") ? act(scene, "strike again", "Strike again", { style: "strong" }) : nothing}
    ${
      shown("tame")
        ? act(scene, "tame", "Tame", {
            words: html`${icon("paw")}<span>Tame (${sight.tame_cost} EP)</span>`,
            style: refusal(scene, "tame") ? "" : "glow",
          })
        : nothing
    }
    ${shown("arm") ? act(scene, "arm", "Triple the next attack") : nothing}
    ${
      shown("go on") && !(shown("attack") && refusal(scene, "go on"))
        ? act(scene, "go on", sight.phase === AFTER ? "Defend" : "Go on", { style: "strong" })
        : nothing
    }
  </span>`;
}
