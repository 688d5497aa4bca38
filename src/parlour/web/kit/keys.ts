/** Keys at the table, for every board: which key presses count, and moving the focus with arrows. */
const TYPING = "input, textarea, select, [contenteditable]";
const ELSEWHERE = "dialog, [role=dialog], [role=alertdialog], [role=listbox], [role=menu], [role=log], [role=slider]";

/** Whether a key press is meant for the table: not while typing or reading a card, nor with Ctrl, Alt or Meta. */
export function meant(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.ctrlKey || event.altKey || event.metaKey)
    return false;
  const path = event.composedPath().filter((node): node is Element => node instanceof Element);
  return !path.some((node) => node.matches(TYPING) || node.matches(ELSEWHERE));
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The nearest box in the direction of an arrow; sideways distance counts `detour` times. -1 if there is none. */
export function nextBox(boxes: Box[], at: number, key: string, detour = 2): number {
  const middle = ({ left, top, width, height }: Box) => ({ x: left + width / 2, y: top + height / 2 });
  const from = middle(boxes[at]!);
  const away = (box: Box): number => {
    const { x, y } = middle(box);
    const [along, aside] =
      key === "ArrowRight"
        ? [x - from.x, y - from.y]
        : key === "ArrowLeft"
          ? [from.x - x, y - from.y]
          : key === "ArrowDown"
            ? [y - from.y, x - from.x]
            : [from.y - y, x - from.x];
    return along > 1 ? along + detour * Math.abs(aside) : Infinity;
  };
  const ways = boxes.map((box, index) => (index === at ? Infinity : away(box)));
  const best = Math.min(...ways);
  return best === Infinity ? -1 : ways.indexOf(best);
}

/** Arrows, Home and End move the focus inside its group; returns whether the key did that. */
export function rove(event: KeyboardEvent, stop = "[data-stop]", detour = 2): boolean {
  const at = event.composedPath()[0];
  if (!(at instanceof HTMLElement)) return false;
  const group = at.closest<HTMLElement>("[data-group]");
  if (group === null || !/^(Arrow|Home$|End$)/.test(event.key)) return false;
  const stops = [...group.querySelectorAll<HTMLElement>(stop)];
  const index = stops.indexOf(at);
  if (index < 0) return false;
  const next =
    event.key === "Home"
      ? 0
      : event.key === "End"
        ? stops.length - 1
        : nextBox(
            stops.map((one) => one.getBoundingClientRect()),
            index,
            event.key,
            detour,
          );
  stops[next]?.focus();
  return true;
}
