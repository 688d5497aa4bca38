/** Parts of a session that several pages show: the players, how a client connects, a bot for an empty seat. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../kit/icons.js";
import { seatToken } from "../kit/seats.js";
import { server, type Contest, type Contestant } from "../kit/server.js";
import { store } from "../kit/store.js";

const PORT = 3000; // the usual port for contest clients
const part = encodeURIComponent;

/** "Oak (client)", "Ann", "chief (bot)", or that the seat is empty. */
export function contestant(player: Contestant, winner: number | null = null): TemplateResult {
  const { name, kind, index } = player;
  const who =
    kind === null
      ? html`<em class="soft">nobody yet</em>`
      : html`<b>${name}</b>
          <span class="soft"
            >${
              kind === "bot" ? icon("bot", "bot") : kind === "human" ? icon("person", "person") : icon("link", "client")
            }</span
          >`;
  const away = kind === "human" && !player.here ? html`<span class="soft small">not here yet</span>` : nothing;
  return html`<li>
    ${seatToken(index)} ${who}
    ${away}${winner === index ? html`<span class="tag">${icon("check")} won</span>` : nothing}
  </li>`;
}

/** How a client joins a session: two lines. */
export function connectHelp(contest: Contest, session: string): TemplateResult {
  const port = contest.port ?? PORT;
  const host = location.hostname;
  const name = /^[\w.-]+$/.test(session) ? session : `"${session}"`;
  return html`<p class="small">
      Clients connect to <b>${host}</b>, port <b>${port}</b>, and ask for the session <b>${session || "*"}</b>. A client
      of the Joueur family is started so:
    </p>
    <pre
      tabindex="0"
      aria-label="Command line of a client"
    ><code>python3 main.py ${contest.gameName} -s ${host} -p ${port}${session ? ` -r ${name}` : ""}</code></pre>`;
}

/** Bots by name, the strongest first. */
export function botChoice(contest: Contest, id: string): TemplateResult {
  const names = [...new Set([contest.best, ...contest.bots])].filter(Boolean);
  return html`<select id=${id} name="bot" aria-label="Which bot">
    ${names.map((name) => html`<option value=${name}>${name}</option>`)}
  </select>`;
}

/** Copies the board's seat colours to the page around it. */
export function copySeatColours(page: HTMLElement, board: HTMLElement, seats: number): void {
  const worn = getComputedStyle(board);
  for (let seat = 0; seat < seats; seat += 1)
    page.style.setProperty(`--seat-${seat}`, worn.getPropertyValue(`--seat-${seat}`));
}

export const watchPath = (session: string): string => `/contest/${part(session)}`;
export const sitPath = (session: string): string => `/contest/${part(session)}/sit`;

/** Links to the files of a finished match. */
export function fileLinks(gamelog: string | null, record: string | null, seen = false): TemplateResult {
  return html`${
    gamelog && !seen
      ? html`<a class="button" href="/viewer?log=${part(gamelog)}">${icon("play")} Look at it</a>`
      : nothing
  }
  ${
    gamelog
      ? html`<a class="button quiet" href="/gamelog/${part(gamelog)}" download="${gamelog}.json"
          >${icon("download")}<span class="word">Gamelog</span></a
        >`
      : nothing
  }
  ${
    record
      ? html`<a class="button quiet" href="/records/${part(record)}" download="${record}.parlour"
          >${icon("download")}<span class="word">Record</span></a
        >`
      : nothing
  }`;
}

/** Tokens that this browser keeps, by session. */
const secrets = (prefix: string) => ({
  find: (session: string): string | null => {
    const token = store.kept<unknown>(`${prefix}.${session}`, null);
    return typeof token === "string" ? token : null;
  },
  keep: (session: string, token: string): void => store.keep(`${prefix}.${session}`, token),
  forget: (session: string): void => store.keep(`${prefix}.${session}`, null),
});
export const heldSeat = secrets("contest"); // the seats it holds
export const heldKey = secrets("contest-key"); // the sessions it has opened

/** Closes a session that this browser has opened and whose match has not begun. */
export async function closeSession(session: string): Promise<void> {
  await server.closeSession(session, heldKey.find(session) ?? "");
  heldKey.forget(session);
  heldSeat.forget(session);
}
