/**
 * The slip beside a card: all that is printed on it, who owns it, and, once it is chosen, whether it is really meant.
 */
import { choiceOf, isOpen } from "@parlour/kit/question";
import { html, nothing, type TemplateResult } from "lit";
import { seatToken } from "@parlour/kit/seats";
import { coin, picture, sign } from "./card.js";
import { actionAt, nameAt, nameWithin, spotOf, type Scene, type Spot } from "./scene.js";
import { COLOURS, cardOf, hitsOf, landmarkOf } from "./sight.js";

const GAP = 8; // pixels between a card and its slip

/** What is asked before it is done. */
export function sureOf({ book, sight }: Scene, action: string): { question: string; yes: string; grave: boolean } {
  const [verb, id = ""] = action.split(" ");
  const card = book.card.find((one) => one.id === id);
  const landmark = book.landmark.find((one) => one.id === id);
  const name = card?.name ?? landmark?.name ?? id;
  const cost = card?.cost ?? landmark?.cost ?? 0;
  if (verb === "buy") return { question: `Buy ${name} for ${cost}?`, yes: "Buy", grave: false };
  if (verb === "build") return { question: `Build ${name} for ${cost}?`, yes: "Build", grave: false };
  if (verb === "demolish") return { question: `Pull down ${name}? It cost ${cost}.`, yes: "Pull it down", grave: true };
  return {
    question: `Give ${name} away?${sight.pending > 1 ? " More gifts follow." : ""}`,
    yes: "Give it",
    grave: true,
  };
}

/** `sure` is the answer that waits to be confirmed, "" where there is only something to read. */
export function slip(
  scene: Scene,
  pinned: boolean,
  confirm: () => void,
  cancel: () => void,
): TemplateResult | typeof nothing {
  const spot = spotOf(scene.spot);
  if (spot === null && scene.picked === "") return nothing;
  const { picked } = scene;
  const sure = picked ? sureOf(scene, picked) : null;
  const action = spot === null ? "" : actionAt(scene.sight, scene.book, scene.question, scene.mine, spot);
  const reason = choiceOf(scene.question, action)?.reason;
  const hint = scene.hints.find((one) => one.action === (picked || action));
  const price =
    spot === null
      ? 0
      : spot.where === "landmark"
        ? landmarkOf(scene.book, spot.landmark).cost
        : cardOf(scene.book, spot.card).cost;
  const lacking = price - (scene.sight.coins[scene.mine] ?? 0);
  return html`<div
    class="slip ${pinned ? "pinned" : ""} ${sure ? "sure" : ""}"
    role=${sure ? "alertdialog" : nothing}
    aria-label=${sure?.question ?? nothing}
  >
    ${spot === null ? nothing : facts(scene, spot)}
    ${
      reason
        ? html`<p class="why"><b>Not now:</b> ${reason.sentence}${lacking > 0 ? ` ${lacking} more needed.` : ""}</p>`
        : nothing
    }
    ${hint ? html`<p class="coach"><b>The coach:</b> ${hint.text}</p>` : nothing}
    ${
      sure
        ? html`<p class="really">${sure.question}</p>
            <div class="plain">
              <button
                type="button"
                class="answer strong ${sure.grave ? "grave" : ""}"
                data-confirm
                ?disabled=${scene.busy}
                @click=${confirm}
              >
                ${sure.yes}
              </button>
              <button type="button" class="answer quiet" data-cancel @click=${cancel}>Cancel</button>
            </div>`
        : pinned
          ? html`<button type="button" class="shut" aria-label="Close" @click=${cancel}>×</button>`
          : isOpen(scene.question, action) && !scene.busy
            ? html`<p class="soft">Click to choose.</p>`
            : nothing
    }
  </div>`;
}

function facts(scene: Scene, spot: Spot): TemplateResult {
  const { sight, book, names } = scene;
  if (spot.where === "landmark") {
    const landmark = landmarkOf(book, spot.landmark);
    const stands = names.map((_, seat) => seat).filter((seat) => sight.built[seat]?.[spot.landmark]);
    return html`<div class="head">
        ${picture(book, landmark)}
        <div>
          <b class="name">${landmark.name}</b
          ><span class="soft">landmark${landmark.wins ? "" : ", not needed to win"}</span>
        </div>
        ${coin(landmark.cost)}
      </div>
      <p>${landmark.text}</p>
      <p class="soft">
        ${
          stands.length
            ? html`Built by
              ${stands.map((seat) => html`<span class="owner">${seatToken(seat)}${nameWithin(scene, seat)}</span>`)}`
            : "Nobody has built it."
        }
      </p>`;
  }
  const card = cardOf(book, spot.card);
  const owners = names
    .map((_, seat) => [seat, sight.owned[seat]?.[spot.card] ?? 0, sight.closed[seat]?.[spot.card] ?? 0] as const)
    .filter(([, count]) => count > 0);
  return html`<div class="head ${card.colour}">
      <b class="hits">${hitsOf(card)}</b>
      <div>
        <b class="name">${card.name}</b
        ><span class="kind">${sign(card.colour)} ${card.colour}, ${COLOURS[card.colour].long}</span>
      </div>
      ${coin(card.cost)}
    </div>
    <p>${card.text}</p>
    <p class="soft">
      ${card.category_label}${card.max === 1 ? ", one for each player" : ""}.
      ${sight.market[spot.card] ? `${sight.market[spot.card]} in the market.` : "None in the market."}
    </p>
    ${
      owners.length
        ? html`<p class="owners">
            ${owners.map(
              ([seat, count, closed]) =>
                html`<span class="owner"
                  >${seatToken(seat)}${nameAt(scene, seat)} ${count}${closed ? ` (${closed} closed)` : ""}</span
                >`,
            )}
          </p>`
        : nothing
    }`;
}

/** The slip stands beside what it is about, inside the board. */
export function beside(root: ParentNode, spot: string, picked: string): void {
  const paper = root.querySelector<HTMLElement>(".slip");
  const board = root.querySelector(".board");
  if (paper === null || board === null) return;
  const about = root.querySelector(spot ? `[data-spot="${spot}"]` : `[data-action="${picked}"]`) ?? board;
  const box = board.getBoundingClientRect();
  const from = about.getBoundingClientRect();
  const right = from.right - box.left + GAP;
  const fits = right + paper.offsetWidth <= box.width;
  paper.style.setProperty("--left", `${fits ? right : Math.max(0, from.left - box.left - paper.offsetWidth - GAP)}px`);
  paper.style.setProperty(
    "--top",
    `${Math.min(Math.max(0, from.top - box.top), Math.max(0, box.height - paper.offsetHeight))}px`,
  );
}
