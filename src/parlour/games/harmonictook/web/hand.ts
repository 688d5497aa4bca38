/** The player's hand: what it points at, what it has picked up and not yet paid for, what it has answered. */
import { isOpen } from "@parlour/kit/question";
import type { Question } from "@parlour/kit/types";
import { meant, rove } from "@parlour/kit/keys";
import { answerFor } from "./keys.js";
import { actionAt, asksTwice, spotOf } from "./scene.js";
import { PARTNER, takeWish, type Catalogue, type Sight } from "./sight.js";

/** What the hand sees of the board, and what it does there. */
export interface Desk {
  readonly asked: Question | null;
  readonly sight: Sight | null;
  readonly book: Catalogue;
  readonly mine: number;
  readonly root: ParentNode;
  readonly focused: Element | null;
  readonly busy: boolean; // an answer is on its way
  changed(): void;
  send(action: string): void;
}

export class Hand {
  pointed = ""; // the spot under the pointer or the focus
  pinned = ""; // the spot whose slip stays
  picked = ""; // the answer that waits to be confirmed
  grab = false; // the slip takes the focus when it comes
  back = ""; // the spot that was answered with: the focus stays there
  private wish = ""; // the card to be taken, once its owner is the partner
  private resting = false; // the pointer has not moved since the last answer

  constructor(private readonly desk: Desk) {}

  /** The spot the slip is about. */
  get spot(): string {
    return this.pinned || (this.picked ? "" : this.pointed);
  }

  /** Lays down what it held. */
  drop(): void {
    this.picked = "";
    this.pinned = "";
  }

  /** Grants the wish that waited for this question; true if there was one. */
  grant(): boolean {
    const { wish } = this;
    this.wish = "";
    const granted = wish !== "" && isOpen(this.desk.asked, wish);
    if (granted) this.answer(wish);
    return granted;
  }

  answer = (action: string): void => {
    const { asked, busy, sight } = this.desk;
    if (asked === null || busy) return;
    if (this.picked !== action && asksTwice(action, sight?.phase ?? 0)) {
      this.picked = action;
      this.grab = true;
    } else {
      this.back = this.pinned;
      this.drop();
      this.pointed = "";
      this.resting = true;
      this.desk.send(action);
    }
    this.desk.changed();
  };

  /** A spot was pressed: chosen if the question is about it, else looked at. */
  choose = (key: string): void => {
    const { sight, asked, book, mine } = this.desk;
    const spot = spotOf(key);
    if (sight === null || spot === null) return;
    const action = actionAt(sight, book, asked, mine, spot);
    if (isOpen(asked, action) && !this.desk.busy) {
      this.pinned = asksTwice(action, sight.phase) ? key : "";
      if (sight.phase === PARTNER && spot.where === "city") this.wish = takeWish(book, { ...spot, count: 1 });
      this.answer(action);
    } else {
      const again = this.pinned === key;
      this.drop();
      this.pinned = again ? "" : key;
      this.desk.changed();
    }
  };

  confirm = (): void => {
    if (this.picked) this.answer(this.picked);
  };

  /** Nothing after all; the focus goes back to where it came from. */
  cancel = (): void => {
    const back = this.desk.root.querySelector<HTMLElement>(
      this.pinned ? `[data-spot="${this.pinned}"]` : `[data-action="${this.picked}"]`,
    );
    const inside = this.desk.focused?.closest(".slip") != null;
    this.drop();
    this.pointed = "";
    this.desk.changed();
    if (inside) back?.focus();
  };

  point = (spot: string): void => {
    if (spot !== "" && this.resting) return;
    this.pointed = spot;
    this.desk.changed();
  };

  /** A pointer that rests where a slip was has not pointed at what lay below it. */
  moved = (event: PointerEvent): void => {
    if (event.movementX !== 0 || event.movementY !== 0) this.resting = false;
  };

  /** A key: true if it was meant for the board and has done something. */
  press(event: KeyboardEvent): boolean {
    this.resting = false;
    const from = event.composedPath()[0];
    const inside = from instanceof Element && this.desk.root.contains(from);
    if (event.key === "Escape" && (this.pinned || this.picked || this.pointed) && !event.defaultPrevented) {
      this.cancel();
      return true;
    }
    if (!meant(event)) return false;
    if (inside && rove(event, "[data-spot]", 3)) return true;
    if (event.key === "Enter" && this.picked && !(from instanceof Element && from.matches("button, a, summary"))) {
      this.confirm();
      return true;
    }
    const action = answerFor(event.key, this.desk.asked);
    if (action !== null) this.answer(action);
    return action !== null;
  }
}
