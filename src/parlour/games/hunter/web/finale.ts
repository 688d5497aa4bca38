/** The end: winner, sources of points, score chart, and statistics by player. */
import { html, type TemplateResult } from "lit";
import { headings } from "@parlour/kit/headings";
import { chart } from "./chart.js";
import { colourOf, mark } from "./pieces.js";
import { nameAt, type Scene } from "./scene.js";
import { PLACES, many, times, type HunterView } from "./view.js";

const SOURCES = ["Monsters", "Milestones", "Popularity", "Plaza", "Fake Blood", "Other"];

/**
 * Section 14: ranks by score, then by the point token. If the first to reach 50 wins, that seat comes before all
 * others.
 */
export function ranked(sight: HunterView, first = false): { seat: number; rank: number }[] {
  const worth = (seat: number) =>
    (first && seat === sight.first ? 1e6 : 0) + (sight.score[seat] ?? 0) * 10 + (sight.fame[seat] ?? 0);
  const seats = times(sight.score.length).sort((a, b) => worth(b) - worth(a) || a - b);
  return seats.map((seat) => ({ seat, rank: 1 + seats.filter((one) => worth(one) > worth(seat)).length }));
}

export function finale(scene: Scene, first: boolean): TemplateResult {
  const { sight, book, names, history } = scene;
  const rows = ranked(sight, first);
  const won = rows.filter(({ rank }) => rank === 1).map(({ seat }) => seat);
  const title =
    won.length === 1
      ? won[0] === scene.viewer
        ? "You win the city"
        : `${nameAt(scene, won[0]!)} wins`
      : `${won.map((seat) => nameAt(scene, seat)).join(" and ")} share the victory`;
  const head = (seat: number) => html`<th scope="row">${mark(sight, seat)} ${nameAt(scene, seat)}</th>`;
  return html`<section class="panel vertical finale" aria-labelledby="finale">
    <header>
      <h2 id="finale">${title}</h2>
      <p class="soft">${many(sight.score[won[0]!] ?? 0, "point")} after ${many(sight.round, "round")}</p>
    </header>
    <div class="sheets">
      <div class="scroll" tabindex="0" role="group" aria-label="Points by source">
        <table class="origins">
          <caption>
            Where the points came from
          </caption>
          ${headings("Rank", "Player", "Points", ...SOURCES)}
          <tbody>
            ${rows.map(
              ({ seat, rank }) =>
                html`<tr class=${rank === 1 ? "won" : ""}>
                  <td>${rank}</td>
                  ${head(seat)}
                  <td><b>${sight.score[seat]}</b></td>
                  ${SOURCES.map((_, source) => html`<td>${sight.sources[seat]?.[source] ?? 0}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <figure>
        <figcaption>Points by round <span class="soft">(the line is the goal of 50)</span></figcaption>
        ${chart(
          history.scores,
          names.map((_, seat) => nameAt(scene, seat)),
          (seat) => colourOf(sight, seat),
        )}
        <p class="key">${names.map((_, seat) => html`<span>${mark(sight, seat)} ${nameAt(scene, seat)}</span>`)}</p>
      </figure>
      <div class="scroll" tabindex="0" role="group" aria-label="Statistics">
        <table>
          <caption>
            How they played
          </caption>
          ${headings(
            "Player",
            "Weapon",
            "Power",
            "Track",
            "Popularity",
            "Monsters I / II / III",
            "Hunter alone",
            "Apprentice with hunters",
          )}
          <tbody>
            ${rows.map(
              ({ seat }) =>
                html`<tr>
                  ${head(seat)}
                  <td>${book.weapon[sight.weapon[seat] ?? -1]?.name}</td>
                  <td>${sight.power[seat]}</td>
                  <td>${sight.track[seat]}</td>
                  <td>${sight.fame[seat]}</td>
                  <td>${(sight.kills[seat] ?? []).join(" / ")}</td>
                  <td>${sight.alone[seat]}</td>
                  <td>${sight.met[seat]}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <div class="scroll" tabindex="0" role="group" aria-label="Visits">
        <table>
          <caption>
            Where they went
            <span class="soft">(hunter / apprentice)</span>
          </caption>
          ${headings("Player", ...PLACES.map((_, place) => book.place[place] ?? ""))}
          <tbody>
            ${rows.map(
              ({ seat }) =>
                html`<tr>
                  ${head(seat)}${PLACES.map(
                    (_, place) =>
                      html`<td>
                        ${sight.visits[seat]?.[place] ?? 0} / ${sight.visits[seat]?.[place + PLACES.length] ?? 0}
                      </td>`,
                  )}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </div>
  </section>`;
}
