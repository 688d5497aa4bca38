import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { go, header } from "./kit/route.js";
import { store } from "./kit/store.js";

const shell = () => document.querySelector("parlour-shell")!.shadowRoot!;
const page = () => shell().querySelector("main")!.firstElementChild?.localName;
const arrived = (name: string) => vi.waitFor(() => expect(page()).toBe(name), { timeout: 10_000 });

beforeAll(async () => {
  vi.stubGlobal("fetch", async (address: string) =>
    address.startsWith("/api/contest")
      ? new Response("{}", { status: 503 })
      : address.startsWith("/api/tournaments/")
        ? new Response("{}", { status: 404 })
        : new Response(
            JSON.stringify(
              address.endsWith("/rules")
                ? { text: "1. Play." }
                : address.startsWith("/api/games/")
                  ? { title: "Bones" }
                  : [],
            ),
          ),
  );
  history.replaceState(null, "", "/what/is/this");
  await import("./shell.js");
  document.body.innerHTML = "<parlour-shell></parlour-shell>";
});
afterAll(() => {
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

describe("the shell", () => {
  it("has a page for what does not exist", async () => {
    await arrived("not-found-page");
    expect(document.title).toBe("No such page · Parlour");
  });

  it("goes where it is told, with what the address names", async () => {
    go("/rules/bones");
    await arrived("rules-page");
    expect((shell().querySelector("rules-page") as unknown as { game: string }).game).toBe("bones");
    await vi.waitFor(() => expect(document.title).toBe("Rules of Bones · Parlour"));
  });

  it("follows its own links without loading, and marks where it is", async () => {
    const link = [...shell().querySelectorAll("nav a")].find((a) => a.textContent === "Ratings") as HTMLAnchorElement;
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, cancelable: true }));
    await arrived("ratings-page");
    expect(location.pathname).toBe("/ratings");
    expect(shell().querySelector("nav [aria-current=page]")!.textContent).toBe("Ratings");
  });

  it("marks the list for a page that belongs under it", async () => {
    go("/tournaments/k3x");
    await arrived("tournament-page");
    expect((shell().querySelector("tournament-page") as unknown as { tournament: string }).tournament).toBe("k3x");
    expect(shell().querySelector("nav [aria-current=true]")!.textContent).toBe("Tournaments");
  });

  it("has no tables where a contest is held", async () => {
    const shown = document.querySelector("parlour-shell") as HTMLElement & { mode: string };
    shown.mode = "contest";
    go("/");
    await arrived("contest-page");
    expect((shell().querySelector("contest-page") as HTMLElement & { mode: string }).mode).toBe("contest");
    expect([...shell().querySelectorAll("nav a")].map((link) => link.textContent)).toEqual([
      "Contest",
      "Viewer",
      "Rules",
    ]);
    shown.mode = "";
    go("/ratings");
    await arrived("ratings-page");
  });

  it("takes its header off for a page that asks, and puts it on for the next", async () => {
    header("none");
    await vi.waitFor(() => expect(shell().querySelector("header")).toBeNull());
    go("/");
    await arrived("lobby-page");
    await vi.waitFor(() => expect(shell().querySelector("header")!.dataset.kind).toBe("full"));
  });

  it("draws a new page for a new table, and keeps it for a new hash", async () => {
    go("/rules/magpie");
    await arrived("rules-page");
    const first = shell().querySelector("rules-page");
    go("/rules/magpie#1");
    await Promise.resolve();
    expect(shell().querySelector("rules-page")).toBe(first);
    go("/rules/other");
    await vi.waitFor(() => expect(shell().querySelector("rules-page")).not.toBe(first));
  });

  it("switches the sound and the theme for good", async () => {
    const [theme, sound] = shell().querySelectorAll<HTMLButtonElement>(".switches button");
    sound!.click();
    expect(store.sound).toBe(false);
    await vi.waitFor(() => expect(sound!.getAttribute("aria-pressed")).toBe("false"));
    theme!.click();
    const chosen = store.theme;
    expect(["light", "dark"]).toContain(chosen);
    expect(document.documentElement.dataset.theme).toBe(chosen);
    theme!.click();
    expect([store.theme, document.documentElement.dataset.theme]).toEqual(["system", undefined]);
  });
});
