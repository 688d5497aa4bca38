/** A player's city: purse, establishments, skyline; one's own is large. */
import { isOpen } from "@parlour/kit/question";
import { html, nothing, type TemplateResult } from "lit";
import { seatColour, seatToken } from "@parlour/kit/seats";
import { tile } from "./card.js";
import { citySpot, nameAt, stopIn, type Scene } from "./scene.js";
import { builtBy, coinWord, seatAction, signed, stacksOf } from "./sight.js";
import { skyline } from "./skyline.js";
import { balance } from "./tale.js";

export function city(scene: Scene, seat: number): TemplateResult {
  const { sight, book, names, mine, viewer, question, shown, busy } = scene;
  const own = seat === mine;
  const part = `city ${seat}`;
  const coins = shown.coins?.[seat] ?? sight.coins[seat] ?? 0;
  const change = balance(scene.tales.at(-1), seat);
  const stacks = stacksOf(sight, book, seat);
  const built = builtBy(sight, book, seat);
  const asked = !busy && isOpen(question, seatAction(seat));
  const active = !sight.over && (shown.active ?? sight.active) === seat;
  const open = own ? !scene.open.has(part) : scene.open.has(part) || sight.partner === seat;
  const stop = stopIn(
    scene,
    part,
    stacks.map((stack) => citySpot(seat, stack.card, stack.closed)),
  );
  const name = names[seat] ?? `Seat ${seat + 1}`;
  return html`<section
    class="city ${own ? "home" : "away"} ${active ? "active" : ""} ${asked ? "can" : ""} ${open ? "open" : ""} ${
      sight.winner === seat ? "won" : ""
    }"
    aria-label="${seat === viewer ? "Your city" : `The city of ${name}`}"
    .style=${`--seat:${seatColour(seat)}`}
    @click=${(event: Event) => asked && !(event.target as Element).closest("button") && scene.answer(seatAction(seat))}
  >
    <header>
      <h3 title=${name}>
        ${seatToken(seat)}<span class="who">${name}</span
        >${seat === viewer ? html`<span class="soft">(you)</span>` : nothing}
      </h3>
      <p class="purse line" data-purse=${seat} title=${coinWord(coins)}>
        <span class="coin" aria-hidden="true"></span><b>${coins}</b><span class="unseen"> coins</span>
        ${
          change
            ? html`<span class="change ${change < 0 ? "loss" : "gain"}" title="Gained or lost this turn"
                >${signed(change)}</span
              >`
            : nothing
        }
      </p>
      <p class="facts">
        <span title="Landmarks built">${built}/${sight.goal}<span class="word"> landmarks</span></span>
        <span class="score" title="Finish score">${sight.scores[seat] ?? 0} <span class="word">points</span></span>
      </p>
      ${active ? html`<span class="now">${seat === viewer ? "your turn" : "to move"}</span>` : nothing}
      ${
        asked
          ? html`<button type="button" class="pick" @click=${() => scene.answer(seatAction(seat))}>
              Choose<span class="unseen"> ${name}</span>
            </button>`
          : nothing
      }
      <button type="button" class="fold" aria-expanded=${open} @click=${() => scene.toggle(part)}>
        <span class="term">Cards</span
        ><span class="unseen"> of ${seat === viewer ? "your city" : nameAt(scene, seat)}</span>
      </button>
    </header>
    <ul
      class="stacks ${stacks.length > 12 ? "many" : ""} ${stacks.length > 21 ? "crowd" : ""}"
      data-group="city ${seat}"
      aria-label="Establishments"
    >
      ${stacks.map((stack) => tile(scene, seat, stack, stop))}
    </ul>
    ${skyline(scene, seat)}
  </section>`;
}
