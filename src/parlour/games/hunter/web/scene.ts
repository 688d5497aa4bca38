/** The context that the parts of the board are drawn from, and the operations they may call. */
import { choiceOf } from "@parlour/kit/question";
import { html, nothing, type TemplateResult } from "lit";
import type { Hint, Question } from "@parlour/kit/types";
import type { MatchHistory } from "./match-history.js";
import type { BoardOptions } from "./board-options.js";
import { keyOf } from "./keys.js";
import type { Draft, Token } from "./selection.js";
import { BAGS_TO_RAISE, BEER, BEERS_TO_RAISE, BLOOD, many, type Book, type HunterView } from "./view.js";
import type { Shown } from "./animator.js";

export interface Scene {
  sight: HunterView;
  book: Book;
  options: BoardOptions;
  names: string[];
  viewer: number | null;
  mine: number;
  question: Question | null;
  busy: boolean;
  hints: Hint[];
  captions: Record<string, string>;
  shown: Shown;
  history: MatchHistory;
  draft: Draft;
  open: ReadonlySet<string>;
  sure: string;
  roomy: boolean; // tall enough to unfold the rivals
  answer(action: string): void;
  toggle(part: string): void;
  pick(token: Token): void;
  put(place: number): void;
  send(): void;
  takeBack(): void;
  doubt(action: string): void;
  explain(why: string): void;
}

export const nameAt = ({ names, viewer }: Pick<Scene, "names" | "viewer">, seat: number): string =>
  seat === viewer ? "You" : (names[seat] ?? `Seat ${seat + 1}`);

/** Whether an answer is among the viewer's choices, allowed or not. */
export const offered = ({ question }: Scene, action: string): boolean =>
  question?.choices.some((choice) => choice.action === action || choice.action.startsWith(`${action} `)) ?? false;

/** The coach's choice: hints come best first. */
export const bestOf = (hints: Hint[]): Hint | undefined => hints[0];

const NEEDS: Record<string, number> = {
  drink: BEER,
  "put beer": BEER,
  "raise ep": BEER,
  trade: BEER,
  heal: BLOOD,
  "put blood-bag": BLOOD,
  "raise hp": BLOOD,
};

/** Why an action is not allowed now; "" if it is. */
export function refusal({ question, busy, sight, mine, book }: Scene, action: string): string {
  const choice = choiceOf(question, action);
  const item = NEEDS[action];
  if (choice === undefined) {
    const held = item === undefined ? 1 : (sight.items[mine]?.[item] ?? 0);
    const name = book.item[item ?? BEER]?.name ?? "";
    const missing =
      action === "raise ep"
        ? BEERS_TO_RAISE - (sight.ep_put[mine] ?? 0)
        : action === "raise hp"
          ? BAGS_TO_RAISE - (sight.hp_put[mine] ?? 0)
          : 0;
    return held === 0
      ? `You have no ${name}.`
      : missing > held
        ? `That takes ${many(missing, name)} at once; you have ${held}.`
        : "Not now.";
  }
  return choice.reason?.sentence ?? (busy ? "One moment." : "");
}

export interface Look {
  style?: string;
  words?: TemplateResult | string;
  doubt?: boolean;
  name?: string;
  note?: string;
  look?: string;
}

/** A button for one answer; nothing for watchers. A disallowed answer is disabled and says why. */
export function act(
  scene: Scene,
  action: string,
  label: string,
  { style = "", words, doubt = false, name, note = "", look }: Look = {},
): TemplateResult | typeof nothing {
  if (scene.viewer === null) return nothing;
  const why = refusal(scene, action);
  const key = why || style.includes("small") ? "" : keyOf(action, scene.question);
  const advised = bestOf(scene.hints)?.action === action;
  const press = () => {
    if (why) scene.explain(why);
    else (doubt && scene.sure !== action ? scene.doubt : scene.answer)(action);
  };
  return html`<button
    type="button"
    class="act ${style} ${advised ? "advised" : ""}"
    data-action=${action}
    data-look=${look ?? nothing}
    aria-disabled=${why ? "true" : nothing}
    aria-description=${[why, note].filter(Boolean).join(" ") || nothing}
    title=${why || note || nothing}
    @click=${press}
  >
    ${
      name === undefined
        ? (words ?? label)
        : html`<span class="unseen">${name}</span><span class="face" aria-hidden="true">${words ?? label}</span>`
    }${key ? html`<kbd aria-hidden="true">${key.toUpperCase()}</kbd>` : nothing}
  </button>`;
}
