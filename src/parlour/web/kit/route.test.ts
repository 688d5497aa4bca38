import { afterEach, describe, expect, it } from "vitest";
import { go, ownLink, routeOf } from "./route.js";

describe("routeOf", () => {
  it.each([
    ["/", { page: "parlour" }],
    ["/t/k3x", { page: "table", table: "k3x" }],
    ["/t/k3x/", { page: "table", table: "k3x" }],
    ["/r/2026-a", { page: "replay", record: "2026-a" }],
    ["/rules", { page: "rules", game: "" }],
    ["/rules/", { page: "rules", game: "" }],
    ["/rules/bones", { page: "rules", game: "bones" }],
    ["/rules/my%20game", { page: "rules", game: "my game" }],
    ["/ratings", { page: "ratings" }],
    ["/tournaments", { page: "tournaments" }],
    ["/tournaments/", { page: "tournaments" }],
    ["/tournaments/k3x", { page: "tournament", tournament: "k3x" }],
    ["/docs", { page: "docs" }],
    ["/viewer", { page: "viewer" }],
    ["/contest", { page: "contest" }],
    ["/contest/my%20friday", { page: "watch", session: "my friday" }],
    ["/contest/7/sit", { page: "sit", session: "7" }],
  ])("%s", (path, route) => expect(routeOf(path)).toEqual(route));

  it.each([
    "/t",
    "/t/a/b",
    "/ratings/x",
    "/tournaments/a/b",
    "/viewer/x",
    "/contest/7/stand",
    "/contest/7/sit/x",
    "/what",
    "/rules/%E0%A4%A",
    "/T/a",
  ])("%s is not found", (path) => {
    expect(routeOf(path)).toEqual({ page: "not-found", path });
  });
});

describe("go", () => {
  it("changes the address and tells the shell", () => {
    let told = 0;
    const listener = () => {
      told += 1;
    };
    window.addEventListener("parlour-go", listener);
    go("/t/abc#0.token");
    window.removeEventListener("parlour-go", listener);
    expect([location.pathname, location.hash, told]).toEqual(["/t/abc", "#0.token", 1]);
  });
});

describe("ownLink", () => {
  afterEach(() => {
    document.body.innerHTML = "";
  });

  function click(markup: string, how: MouseEventInit = {}): URL | null {
    document.body.innerHTML = markup;
    let taken: URL | null = null;
    document.body.addEventListener(
      "click",
      (event) => {
        taken = ownLink(event);
        event.preventDefault();
      },
      { once: true },
    );
    document
      .querySelector("a")!
      .dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, cancelable: true, ...how }));
    return taken;
  }

  it("takes plain clicks on pages of ours", () => expect(click(`<a href="/ratings">x</a>`)?.pathname).toBe("/ratings"));
  it.each([
    [`<a href="https://elsewhere.example/t/a">x</a>`, {}],
    [`<a href="/api/records/a" download>x</a>`, {}],
    [`<a href="/api/records/a">x</a>`, {}],
    [`<a href="/docs/openapi.json">x</a>`, {}],
    [`<a href="/gamelog/a">x</a>`, {}],
    [`<a href="/records/a">x</a>`, {}],
    [`<a href="/ratings" target="_blank">x</a>`, {}],
    [`<a href="/ratings">x</a>`, { ctrlKey: true }],
    [`<a href="/ratings">x</a>`, { button: 1 }],
    [`<a href="#codes">x</a>`, {}],
  ])("leaves %s %o to the browser", (markup, how) => expect(click(markup, how)).toBeNull());
});
