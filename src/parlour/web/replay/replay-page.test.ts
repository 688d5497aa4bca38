import { afterEach, expect, test, vi } from "vitest";
import "./replay-page.js";

async function open(status: number, code: string, sentence: string): Promise<ShadowRoot> {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ code, sentence }), { status }));
  const page = Object.assign(document.createElement("replay-page"), { record: "nonsense" });
  document.body.append(page);
  await vi.waitFor(() => expect(page.shadowRoot!.querySelector("a")).not.toBeNull());
  return page.shadowRoot!;
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test("a match that is not here is not asked for again", async () => {
  const root = await open(404, "missing", "There is no such record on this server; check the link.");
  expect([
    root.querySelector("h1")!.textContent,
    root.querySelector("button"),
    root.querySelector("a")!.getAttribute("href"),
  ]).toEqual(["There is no such match", null, "/"]);
});

test("a server that is busy may be asked again", async () => {
  const root = await open(429, "rate", "Too many questions.");
  expect(root.textContent).toContain("Too many questions.");
  expect(root.querySelector("button")!.textContent).toContain("Try again");
});
