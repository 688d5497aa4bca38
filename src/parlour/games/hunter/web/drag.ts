/** Dragging a token: it follows the pointer and drops where it is released. */
import type { Token } from "./selection.js";

const START = 6; // pixels before a press becomes a drag

export interface Table {
  root(): ShadowRoot;
  air(): HTMLElement | null;
  drop(token: Token, place: number): void;
  may(): boolean;
}

export class Drag {
  private token: Token | "" = "";
  private from = { x: 0, y: 0, pointer: -1 };
  private ghost: HTMLElement | null = null;
  private over: Element | null = null;
  private swallow = false; // ignore the click that follows a drag

  constructor(private readonly table: Table) {}

  down = (event: PointerEvent): void => {
    const at = event
      .composedPath()
      .find((node): node is HTMLElement => node instanceof HTMLElement && node.dataset.token !== undefined);
    this.swallow = false;
    if (at === undefined || event.button !== 0 || !this.table.may()) return;
    this.token = at.dataset.token as Token;
    this.from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    addEventListener("pointermove", this.move);
    addEventListener("pointerup", this.up);
    addEventListener("pointercancel", this.end);
  };

  /** Suppresses the click after a drag. */
  click = (event: Event): void => {
    if (!this.swallow) return;
    this.swallow = false;
    event.stopPropagation();
    event.preventDefault();
  };

  private move = (event: PointerEvent): void => {
    if (event.pointerId !== this.from.pointer) return;
    if (this.ghost === null && Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) < START) return;
    const air = this.table.air();
    const picture = this.table.root().querySelector(`.pick[data-token="${this.token}"] svg`);
    if (air === null) return;
    if (this.ghost === null) {
      this.ghost = document.createElement("div");
      this.ghost.className = "dragged";
      if (picture) this.ghost.append(picture.cloneNode(true));
      air.append(this.ghost);
    }
    const sky = air.getBoundingClientRect();
    const [x, y] = [event.clientX - sky.left, event.clientY - sky.top];
    this.ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    const place = this.place(event);
    if (place !== this.over) {
      this.over?.classList.remove("under");
      place?.classList.add("under");
      this.over = place;
    }
  };

  private up = (event: PointerEvent): void => {
    if (event.pointerId !== this.from.pointer) return;
    const place = this.ghost === null ? null : this.place(event);
    const { token } = this;
    this.swallow = this.ghost !== null;
    this.end();
    if (place instanceof HTMLElement && token) this.table.drop(token, Number(place.dataset.place));
  };

  end = (): void => {
    removeEventListener("pointermove", this.move);
    removeEventListener("pointerup", this.up);
    removeEventListener("pointercancel", this.end);
    this.ghost?.remove();
    this.over?.classList.remove("under");
    this.ghost = null;
    this.over = null;
    this.token = "";
  };

  private place(event: PointerEvent): Element | null {
    return (
      this.table
        .root()
        .elementsFromPoint?.(event.clientX, event.clientY)
        .map((one) => one.closest("[data-place]"))
        .find((one) => one !== null) ?? null
    );
  }
}
