import { afterEach, expect, test, vi } from "vitest";
import "./chat-box.js";
import { PHRASES, type ChatBox } from "./chat-box.js";
import "./log-panel.js";
import type { LogPanel } from "./log-panel.js";
import { SHAPES } from "../kit/seats.js";
import { line, table } from "./scripted-socket.js";
import "./pass-curtain.js";
import type { PassCurtain } from "./pass-curtain.js";
import { LONG_AWAY, type SeatStrip } from "./seat-strip.js";

async function put<T extends HTMLElement & { updateComplete: Promise<unknown> }>(
  name: string,
  given: Partial<T>,
): Promise<T> {
  const element = Object.assign(document.createElement(name) as T, given);
  document.body.append(element);
  await element.updateComplete;
  return element;
}
const texts = (element: HTMLElement, what: string) =>
  [...element.shadowRoot!.querySelectorAll(what)].map((one) => one.textContent!.replace(/\s+/g, " ").trim());
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

test("a log line has the heading, icon and colour of its category, a notice those of the table", async () => {
  const panel = await put<LogPanel>("log-panel", {
    categories: [
      { name: "toll", heading: "Toll", colour: "red", icon: "person" },
      { name: "system", heading: "Market", colour: "yellow", icon: "store" },
    ],
    lines: [
      { ...line(1, "Ann pays Bob."), category: "toll", kind: "paid" },
      { ...line(2, "It rains."), category: "system", kind: "rained" },
      { ...line(3, "Ann left."), category: "system", kind: null },
    ],
  });
  expect(texts(panel, "li")).toEqual(["Toll Ann pays Bob.", "Market It rains.", "Table Ann left."]);
  const rows = [...panel.shadowRoot!.querySelectorAll("li")];
  expect(rows.map((row) => row.style.getPropertyValue("--category"))).toEqual([
    "var(--red)",
    "var(--yellow)",
    "var(--grey)",
  ]);
  expect(new Set(rows.map((row) => row.querySelector("path")!.getAttribute("d"))).size).toBe(3);
  expect(panel.shadowRoot!.querySelector("[role=log]")).not.toBeNull();
});

test("reasons of bots stand on the line of the action and can be switched off", async () => {
  const panel = await put<LogPanel>("log-panel", {
    lines: [{ ...line(1, "Ann drinks."), reason: "thirst" }, line(2, "It rains.")],
  });
  expect(texts(panel, "li")[0]).toContain("Ann drinks. (thirst)");
  const button = panel.shadowRoot!.querySelector<HTMLButtonElement>("[data-reasons]")!;
  button.click();
  await panel.updateComplete;
  expect(texts(panel, "li")[0]).not.toContain("thirst");
  expect(button.getAttribute("aria-pressed")).toBe("false");
  button.click();
  await panel.updateComplete;
  expect(texts(panel, "li")[0]).toContain("(thirst)");
  panel.lines = [line(3, "It rains.")];
  await panel.updateComplete;
  expect(panel.shadowRoot!.querySelector("[data-reasons]")).toBeNull();
});

test("log lines fade in, but not with reduced motion", () => {
  const css = String((customElements.get("log-panel") as typeof LogPanel).styles);
  expect(css).toMatch(/animation: appear/);
  expect(css.replace(/\s+/g, " ")).toContain("@media (prefers-reduced-motion: reduce) { li { animation: none; } }");
});

test("the log follows the newest line, unless its reader has scrolled up", async () => {
  const panel = await put<LogPanel>("log-panel", { lines: [line(1)] });
  const bed = panel.shadowRoot!.querySelector<HTMLElement>(".scroll")!;
  Object.defineProperties(bed, { scrollHeight: { value: 1000, configurable: true }, clientHeight: { value: 200 } });
  panel.lines = [line(1), line(2)];
  await panel.updateComplete;
  expect(bed.scrollTop).toBe(1000);
  bed.scrollTop = 100;
  bed.dispatchEvent(new Event("scroll"));
  panel.lines = [line(1), line(2), line(3)];
  await panel.updateComplete;
  expect(bed.scrollTop).toBe(100);
  const newer = panel.shadowRoot!.querySelector<HTMLElement>(".newer")!;
  expect(newer.textContent).toBe("1 newer below");
  newer.click();
  expect(bed.scrollTop).toBe(1000);
});

test("the log can be cleared", async () => {
  const panel = await put<LogPanel>("log-panel", { lines: [line(1)] });
  const cleared = vi.fn();
  panel.addEventListener("clear", cleared);
  panel.shadowRoot!.querySelector<HTMLElement>("header button")!.click();
  expect(cleared).toHaveBeenCalledOnce();
});

test("lights have words; a bot and an absence are named", async () => {
  const seats = [
    { ...table().seats[0]!, here: false },
    { ...table().seats[1]!, player: "easy" },
  ];
  const strip = await put<SeatStrip>("seat-strip", { seats, lights: [1], phase: "playing" });
  expect([...strip.shadowRoot!.querySelectorAll(".light")].map((light) => light.getAttribute("aria-label"))).toEqual([
    "nothing to answer",
    "must answer",
  ]);
  const [ann, bob] = texts(strip, "li");
  expect(ann).toContain("away");
  expect(bob).toContain("easy");
});

test("dealt colours are those of strip, talk and tokens", async () => {
  const colours = [4, -1];
  const strip = await put<SeatStrip>("seat-strip", { seats: table().seats, colours, phase: "playing" });
  expect(
    [...strip.shadowRoot!.querySelectorAll<HTMLElement>("li")].map((seat) => seat.style.getPropertyValue("--seat")),
  ).toEqual(["var(--seat-4)", "var(--seat-1)"]);
  expect([...strip.shadowRoot!.querySelectorAll(".token path")].map((token) => token.getAttribute("d"))).toEqual([
    SHAPES[4]!.path,
    SHAPES[1]!.path,
  ]);
  const chat = await put<ChatBox>("chat-box", {
    open: true,
    colours,
    talk: [{ type: "chat", number: 1, seat: 0, name: "Ann", text: "hi", time: "" }],
  });
  expect(chat.shadowRoot!.querySelector<HTMLElement>("li")!.style.getPropertyValue("--seat")).toBe("var(--seat-4)");
  const curtain = await put<PassCurtain>("pass-curtain", { hue: 4, name: "Ann" });
  expect(curtain.style.getPropertyValue("--seat")).toBe("var(--seat-4)");
});

test("clocks count down from the server's figure, and warn when nearly gone", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const strip = await put<SeatStrip>("seat-strip", {
    seats: table().seats,
    phase: "playing",
    since: performance.now(),
    clocks: [
      { left: 25, runs: true },
      { left: 60, runs: false },
    ],
  });
  expect(texts(strip, ".clock")).toEqual(["time left 0:25", "time left 1:00"]);
  vi.advanceTimersByTime(10_000);
  await strip.updateComplete;
  expect(texts(strip, ".clock").map((text) => text.slice(-4))).toEqual(["0:15", "1:00"]);
  expect(strip.shadowRoot!.querySelector(".low svg")!.getAttribute("aria-label")).toBe("Time is nearly gone");
});

test("those who sit may vote for a bot in an absent one's place; others may not", async () => {
  const seats = table().seats.map((seat) => ({ ...seat, left: seat.seat === 1 }));
  const votes = [{ seat: 1, yes: [2], needed: 2 }];
  const strip = await put<SeatStrip>("seat-strip", { seats, phase: "playing", held: [0], viewer: 0, votes });
  const cast: unknown[] = [];
  strip.addEventListener("vote", (event) => void cast.push((event as CustomEvent).detail));
  expect(texts(strip, ".vote")).toEqual(["Let a bot play1 of 2 agree"]);
  const press = async (at: number) => {
    strip.shadowRoot!.querySelectorAll<HTMLElement>(".vote button")[at]!.click();
    await strip.updateComplete;
  };
  await press(0);
  expect(texts(strip, ".vote button")).toEqual(["Yes", "No"]);
  await press(1);
  await press(0);
  expect(cast).toEqual([]);
  await press(0);
  expect(cast).toEqual([{ seat: 1, yes: true }]);
  strip.held = [];
  await strip.updateComplete;
  expect(strip.shadowRoot!.querySelector(".vote button")).toBeNull();
});

test("who is only away is waited for, before a bot may be asked in", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const seats = table().seats.map((seat) => ({ ...seat, here: seat.seat !== 1 }));
  const strip = await put<SeatStrip>("seat-strip", { seats, phase: "playing", held: [0], viewer: 0 });
  const offered = async (after: number) => {
    vi.advanceTimersByTime(after);
    await strip.updateComplete;
    return texts(strip, ".vote");
  };
  expect(await offered(LONG_AWAY - 1_000)).toEqual([]);
  strip.seats = seats.map((seat) => ({ ...seat, here: true }));
  expect(await offered(0)).toEqual([]);
  strip.seats = seats;
  expect(await offered(0)).toEqual([]);
  expect(await offered(LONG_AWAY - 1_000)).toEqual([]);
  expect(await offered(2_000)).toEqual(["Let a bot play"]);
});

test("set phrases are said with one press, own words are kept until they are taken", async () => {
  const said: string[] = [];
  let taken = false;
  const chat = await put<ChatBox>("chat-box", {
    open: true,
    say: (text: string) => {
      said.push(text);
      return Promise.resolve(taken);
    },
  });
  const shadow = chat.shadowRoot!;
  shadow.querySelector<HTMLElement>(".phrases button")!.click();
  expect(said).toEqual([PHRASES[0]]);
  const input = shadow.querySelector("input")!;
  expect(input.maxLength).toBe(300);
  const speak = async () => {
    shadow.querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
    await new Promise((resolve) => setTimeout(resolve));
    await chat.updateComplete;
  };
  input.value = "Mind the owl";
  input.dispatchEvent(new Event("input"));
  await speak();
  expect(input.value).toBe("Mind the owl");
  taken = true;
  await speak();
  expect(input.value).toBe("");
});

test("names and words are text, never markup", async () => {
  const chat = await put<ChatBox>("chat-box", {
    open: true,
    talk: [{ type: "chat", number: 1, seat: 0, name: "<img>", text: "<b>hi</b>", time: "" }],
  });
  expect(chat.shadowRoot!.querySelector("li b, li img")).toBeNull();
  expect(texts(chat, "li")[0]).toContain("<b>hi</b>");
});

test("who watches cannot speak", async () => {
  const chat = await put<ChatBox>("chat-box", { open: true, watching: true });
  expect(chat.shadowRoot!.querySelector("input, .phrases")).toBeNull();
});
