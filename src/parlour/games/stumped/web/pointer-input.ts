/** Pointer input on the map: taps, paths drawn from a beaver, pan, pinch and wheel. */

export interface PointerListener {
  tap(x: number, y: number, finger: boolean): void;
  hover(x: number, y: number): void;
  leave(): void;
  grip(x: number, y: number, finger: boolean): boolean; // returns whether a path begins here
  trace(x: number, y: number): void;
  drop(): void; // the path is complete
  pan(x: number, y: number): void;
  zoom(factor: number, x: number, y: number): void;
}
const SLACK = 8; // pixels: a tap may move by this much
interface Point {
  x: number;
  y: number;
}

export class PointerInput {
  private points = new Map<number, Point>();
  private from: Point = { x: 0, y: 0 };
  private way: "" | "tap" | "trace" | "pan" | "pinch" = "";
  private traced = false;

  constructor(
    private readonly touched: PointerListener,
    private readonly box: () => DOMRect,
  ) {}

  private at(event: { clientX: number; clientY: number }): Point {
    const { left, top } = this.box();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  down = (event: PointerEvent): void => {
    if (event.button > 0) return;
    const here = this.at(event);
    const map = event.currentTarget as HTMLElement;
    this.points.set(event.pointerId, here);
    map.setPointerCapture?.(event.pointerId);
    if (this.points.size > 1) {
      this.way = "pinch";
      return;
    }
    this.from = here;
    this.traced = false;
    this.way = this.touched.grip(here.x, here.y, event.pointerType === "touch") ? "trace" : "tap";
  };

  move = (event: PointerEvent): void => {
    const here = this.at(event);
    const before = this.points.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") this.touched.hover(here.x, here.y);
      return;
    }
    const far = Math.hypot(here.x - this.from.x, here.y - this.from.y) > SLACK;
    if (this.way === "pinch") this.pinch(event.pointerId, here);
    else if (this.way === "trace" && (far || this.traced)) {
      this.traced = true;
      this.touched.trace(here.x, here.y);
    } else if (this.way === "tap" && far) {
      this.way = "pan";
      this.touched.pan(here.x - this.from.x, here.y - this.from.y);
    } else if (this.way === "pan") this.touched.pan(here.x - before.x, here.y - before.y);
    this.points.set(event.pointerId, here);
  };

  private pinch(id: number, here: Point): void {
    const other = [...this.points].find(([one]) => one !== id)?.[1];
    const before = this.points.get(id);
    if (!other || !before) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(here.x - other.x, here.y - other.y);
    if (was > 1) this.touched.zoom(is / was, (here.x + other.x) / 2, (here.y + other.y) / 2);
    this.touched.pan((here.x - before.x) / 2, (here.y - before.y) / 2);
  }

  up = (event: PointerEvent): void => {
    if (!this.points.delete(event.pointerId)) return;
    const here = this.at(event);
    const { way } = this;
    if (this.points.size > 0) return;
    this.way = "";
    if (way === "trace" && this.traced) this.touched.drop();
    else if (way === "tap" || way === "trace") this.touched.tap(here.x, here.y, event.pointerType === "touch");
  };

  cancel = (event: PointerEvent): void => {
    this.points.delete(event.pointerId);
    this.way = "";
  };

  out = (): void => this.touched.leave();

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { x, y } = this.at(event);
    this.touched.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
  };
}
