/** Coins and cards in the air: they start where they lay and are gone when they arrive. */
const MOST = 6; // coins drawn, however many are paid

const middle = (box: DOMRect, air: DOMRect): [number, number] => [
  box.left + box.width / 2 - air.left,
  box.top + box.height / 2 - air.top,
];

/** Of several places with one name the one that can be seen. */
function visible(root: ParentNode, selector: string): Element | null {
  const all = [...root.querySelectorAll(selector)];
  return (
    all.find((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 0 && box.bottom > 0 && box.top < innerHeight;
    }) ??
    all[0] ??
    null
  );
}

function send(
  air: HTMLElement,
  thing: HTMLElement,
  from: [number, number],
  to: [number, number],
  time: number,
  delay: number,
  shrink: number,
): void {
  air.append(thing);
  const rise = Math.min(60, Math.abs(to[1] - from[1]) / 3 + 16);
  const at = ([x, y]: [number, number], scale: number) =>
    `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  const flight = thing.animate?.(
    [
      { transform: at(from, 1), opacity: 1 },
      { transform: at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - rise], 1.1 * shrink), opacity: 1, offset: 0.5 },
      { transform: at(to, shrink), opacity: 0.9 },
    ],
    { duration: time, delay, easing: "ease-in-out", fill: "backwards" },
  );
  if (flight) flight.onfinish = () => thing.remove();
  else thing.remove();
}

/** Coins from one purse to another; no coins: the thing itself flies. */
export function fly(
  root: ParentNode,
  air: HTMLElement,
  from: string,
  to: string,
  coins: number,
  time: number,
  face: string | undefined,
): void {
  const start = visible(root, from);
  const end = visible(root, to);
  if (start === null || end === null) return;
  const sky = air.getBoundingClientRect();
  const a = middle(start.getBoundingClientRect(), sky);
  const b = middle(end.getBoundingClientRect(), sky);
  if (coins === 0) {
    const ghost = start.cloneNode(true) as HTMLElement;
    const box = start.getBoundingClientRect();
    const frame = document.createElement("div");
    frame.className = `ghost ${start.parentElement?.className ?? ""}`;
    Object.assign(frame.style, { width: `${box.width}px`, height: `${box.height}px` });
    ghost.removeAttribute("data-spot");
    ghost.tabIndex = -1;
    frame.append(ghost);
    send(air, frame, a, b, time, 0, 0.35);
    return;
  }
  const count = Math.min(coins, MOST);
  const lag = (time * 0.4) / count;
  for (let index = 0; index < count; index += 1) {
    const coin = document.createElement("span");
    coin.className = "coin flying";
    if (face) coin.style.backgroundImage = `url("${face}")`;
    send(air, coin, a, b, time * 0.6, lag * index, 1);
  }
}

/** All that flies lands at once. */
export function land(air: HTMLElement | null | undefined): void {
  air?.replaceChildren();
}
