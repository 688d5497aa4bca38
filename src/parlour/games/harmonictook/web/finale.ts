/** The end: who has won, and what everybody has built. */
import { html, nothing, type TemplateResult } from "lit";
import { headings } from "@parlour/kit/headings";
import { seatToken } from "@parlour/kit/seats";
import { nameAt, type Scene } from "./scene.js";
import { builtBy, sum } from "./sight.js";
import { skyline } from "./skyline.js";

export function finale(scene: Scene): TemplateResult {
  const { sight, book, names } = scene;
  const won = sight.winner;
  const rows = names
    .map((_, seat) => seat)
    .sort((a, b) => Number(b === won) - Number(a === won) || (sight.scores[b] ?? 0) - (sight.scores[a] ?? 0) || a - b);
  return html`<section class="finale" aria-labelledby="finale">
    <h2 id="finale">
      ${won < 0 ? "Time is up" : won === scene.viewer ? "Your town is complete: you win" : `${nameAt(scene, won)} wins`}
    </h2>
    <p class="soft">
      ${
        won < 0
          ? "Nobody has built every landmark; the points decide."
          : `All ${sight.goal} landmarks stand after ${sight.turn} turns.`
      }
    </p>
    ${won < 0 ? nothing : html`<div class="panorama">${skyline(scene, won, "final")}</div>`}
    <table>
      ${headings("City", "Landmarks", "Cards", "Coins", "Points")}
      <tbody>
        ${rows.map(
          (seat) =>
            html`<tr class=${seat === won ? "won" : ""}>
              <th scope="row">${seatToken(seat)} ${nameAt(scene, seat)}</th>
              <td>${builtBy(sight, book, seat)}</td>
              <td>${sum(sight.owned[seat] ?? [])}</td>
              <td>${sight.coins[seat]}</td>
              <td><b>${sight.scores[seat]}</b></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
