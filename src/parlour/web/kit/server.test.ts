import { afterEach, describe, expect, it, vi } from "vitest";
import { Refused, nonce, sentenceOf, server } from "./server.js";

interface Asked {
  method: string;
  address: string;
  body: unknown;
}

/** Answers every request alike, and records the requests. */
function answering(status: number, body: string | null): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    asked.push({ method: init.method!, address, body: init.body === undefined ? null : JSON.parse(String(init.body)) });
    return new Response(body, { status });
  });
  return asked;
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error("it went through");
    },
    (trouble: unknown) => trouble as Refused,
  );

afterEach(() => vi.unstubAllGlobals());

describe("server", () => {
  it("asks in the words of the protocol", async () => {
    const asked = answering(200, "{}");
    await server.tables("magpie");
    await server.setUp({ game: "magpie", seats: ["open", "easy"] });
    await server.placeBot("T1", 2, "easy");
    await server.claim("T1", 0, "secret");
    await server.save("T1", "before the boss");
    await server.load("a/b c");
    await server.film("R1", 0);
    await server.film("R1");
    await server.playOn("R1", 12);
    expect(asked).toEqual([
      { method: "GET", address: "/api/tables?game=magpie", body: null },
      { method: "POST", address: "/api/tables", body: { game: "magpie", seats: ["open", "easy"] } },
      { method: "POST", address: "/api/tables/T1/seats/2/bot", body: { bot: "easy" } },
      { method: "POST", address: "/api/tables/T1/claim", body: { seat: 0, token: "secret" } },
      { method: "POST", address: "/api/tables/T1/saves", body: { name: "before the boss", overwrite: false } },
      { method: "POST", address: "/api/saves/a%2Fb%20c/tables", body: {} },
      { method: "GET", address: "/api/records/R1/film?viewer=0", body: null },
      { method: "GET", address: "/api/records/R1/film", body: null },
      { method: "POST", address: "/api/records/R1/tables", body: { at: 12 } },
    ]);
  });

  it("gives a nonce of its own to every seat", async () => {
    const asked = answering(201, "{}");
    await server.sit("T1", { seat: 0, name: "Ann" });
    await server.sit("T1", { seat: 1, name: "Bob" });
    const nonces = asked.map((call) => (call.body as { nonce: string }).nonce);
    expect(nonces[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(nonces[1]).not.toBe(nonces[0]);
  });

  it("throws the server's own sentence", async () => {
    answering(409, '{"code": "taken", "sentence": "That seat is somebody else\'s."}');
    const trouble = await refusal(server.sit("T1", { seat: 0, name: "Ann" }));
    expect(trouble).toBeInstanceOf(Refused);
    expect([trouble.code, trouble.sentence, trouble.status]).toEqual(["taken", "That seat is somebody else's.", 409]);
  });

  it.each([
    [502, "<html>Bad Gateway</html>"],
    [500, ""],
    [400, "[]"],
    [404, "null"],
  ])("has a sentence for %i %s", async (status, body) => {
    answering(status, body);
    const trouble = await refusal(server.games());
    expect([trouble.code, trouble.status]).toEqual(["unknown", status]);
    expect(trouble.sentence).toMatch(/^The server .*\.$/);
  });

  it("says that the server is away", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    const trouble = await refusal(server.games());
    expect([trouble.code, trouble.status]).toEqual(["away", 0]);
    expect(sentenceOf(trouble)).toContain("does not answer");
  });

  it("asks for a tournament's changes by the tag it has, and gets null when there are none", async () => {
    const tags: (string | undefined)[] = [];
    vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
      tags.push((init.headers as Record<string, string>)["if-none-match"]);
      return tags.length > 1
        ? new Response(null, { status: 304 })
        : new Response('{"id": "k3x"}', { headers: { etag: '"7f"' } });
    });
    expect(await server.tournament("k3x")).toEqual({ body: { id: "k3x" }, tag: '"7f"' });
    expect(await server.tournament("k3x", '"7f"')).toBeNull();
    expect(tags).toEqual([undefined, '"7f"']);
  });

  it("does not pass on an answer that is no JSON", async () => {
    answering(200, "<html>");
    expect((await refusal(server.games())).code).toBe("unknown");
  });

  it("needs no body where none is promised, and hands a record over as it is", async () => {
    answering(204, null);
    await expect(server.forget("old")).resolves.toBeUndefined();
    answering(200, "line one\nline two\n");
    expect(await server.record("R1")).toBe("line one\nline two\n");
  });

  it("finds the socket beside the page", () =>
    expect(server.socketAddress("T 1")).toMatch(/^ws:\/\/[^/]*\/api\/tables\/T%201\/socket$/));
});

describe("sentenceOf", () => {
  it("never shows the insides", () => expect(sentenceOf(new TypeError("x is undefined"))).not.toContain("undefined"));
  it("nonces are hexadecimal", () => expect(nonce()).toMatch(/^[0-9a-f]{32}$/));
});
