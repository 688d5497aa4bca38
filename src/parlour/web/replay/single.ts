/** A replay in one file: the match is in the page, deflated; nothing is fetched. */
import "./single.css";
import { applyTheme } from "../kit/theme.js";
import type { Film, Frame } from "../kit/types.js";
import type { FilmView } from "./film-view.js";
import "./film-view.js";

interface Packed {
  film: Film;
  reels: { viewer: number | null; frames: Frame[] }[];
  record: string;
  name: string;
  start: number;
}

/** The data of the page: base64 of deflated JSON. */
async function unpack(text: string): Promise<Packed> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(inflated).text()) as Packed;
}

async function show(): Promise<void> {
  const { film, reels, record, name, start } = await unpack(document.getElementById("film")!.textContent!.trim());
  const view = document.createElement("film-view") as FilmView;
  const see = (viewer: number | null) => {
    view.film = { ...film, ...reels.find((reel) => reel.viewer === viewer)! };
  };
  view.start = start;
  view.viewers = reels.map((reel) => reel.viewer);
  view.record = { address: URL.createObjectURL(new Blob([record], { type: "text/plain" })), name };
  view.addEventListener("see", (event) => see((event as CustomEvent<{ viewer: number | null }>).detail.viewer));
  see(reels[0]!.viewer);
  document.querySelector("main")!.append(view);
}

applyTheme();
show().catch(() => {
  document.body.textContent = "This file is damaged, or this browser is too old to show it.";
});
