import { afterEach, expect, test, vi } from "vitest";
import "./rules-page.js";

const GAMES = [
  { id: "bones", title: "Baldur's Bones", blurb: "Dice." },
  { id: "magpie", title: "Magpie", blurb: "Bids." },
];

/** A server with two games that only answers requests for rules. */
async function open(game: string): Promise<ShadowRoot> {
  vi.stubGlobal("fetch", async (address: string) => {
    if (address === "/api/games") return new Response(JSON.stringify(GAMES));
    const found = GAMES.find((one) => address.startsWith(`/api/games/${one.id}`));
    if (!found)
      return new Response('{"code": "missing", "sentence": "There is no game \'nonsense\'; there is bones, magpie."}', {
        status: 404,
      });
    return new Response(JSON.stringify(address.endsWith("/rules") ? { text: "1. Play." } : found));
  });
  const page = Object.assign(document.createElement("rules-page"), { game });
  document.body.append(page);
  await vi.waitFor(() => expect(page.shadowRoot!.querySelector("h1")).not.toBeNull());
  return page.shadowRoot!;
}
const links = (root: ShadowRoot) =>
  [...root.querySelectorAll(".shelf a")].map((link) => [link.getAttribute("href"), link.textContent]);
const SHELF = [
  ["/rules/bones", "Baldur's Bones"],
  ["/rules/magpie", "Magpie"],
];

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test("a game's rules", async () => {
  const root = await open("magpie");
  expect([root.querySelector("h1")!.textContent, links(root)]).toEqual(["Magpie", []]);
});

test("no game: the rules of all of them", async () => {
  const root = await open("");
  expect([root.querySelector("h1")!.textContent, links(root)]).toEqual(["Rules", SHELF]);
});

test("a game that is not here: those that are, by their titles", async () => {
  const root = await open("nonsense");
  expect([root.querySelector("h1")!.textContent, links(root)]).toEqual(["No rulebook", SHELF]);
  expect(root.querySelector(".text p")!.textContent).toContain("nonsense");
});
