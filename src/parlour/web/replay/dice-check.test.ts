import { describe, expect, it } from "vitest";
import { fromHex, stream, verify, type Dealer, type Draw } from "./dice-check.js";
import vectors from "./dice.vectors.json";

const dealer = (change: Partial<Dealer> = {}): Dealer => ({
  kind: "committed",
  commitment: vectors.commitment,
  nonces: vectors.nonces,
  seed: vectors.seed,
  given: 0,
  ...change,
});
const draws: Draw[] = vectors.draws.map((draw, index) => ({ at: 2 * index + 1, ...draw }));

describe("the committed dealer", () => {
  it("draws what the dealer of the tables drew", async () => {
    const draw = await stream(fromHex(vectors.seed)!, vectors.nonces);
    for (const { fan, odds, outcome } of vectors.draws) expect(await draw(fan, odds)).toBe(outcome);
  });

  it("finds that all dice hold", async () => {
    const verdict = await verify(dealer(), draws);
    expect(verdict).toMatchObject({ holds: true, checked: draws.length, given: 0, wrong: null });
    expect(verdict.sentence).toContain(`All dice are correct: ${draws.length} outcomes`);
  });

  it("names the first outcome that is not what the seed gives", async () => {
    const at = 20;
    const swapped = draws.map((draw, index) => (index === at ? { ...draw, outcome: draw.outcome + 1 } : draw));
    const verdict = await verify(dealer(), swapped);
    expect(verdict).toMatchObject({
      holds: false,
      checked: at,
      wrong: { at: draws[at]!.at, dealt: draws[at]!.outcome + 1, due: draws[at]!.outcome },
    });
  });

  it("notices an outcome that was left out, another nonce, and another order of nonces", async () => {
    expect(
      (
        await verify(
          dealer(),
          draws.filter((_, index) => index !== 3),
        )
      ).holds,
    ).toBe(false);
    expect((await verify(dealer({ nonces: [...vectors.nonces.slice(1), "00"] }), draws)).holds).toBe(false);
    expect((await verify(dealer({ nonces: [...vectors.nonces].reverse() }), draws)).holds).toBe(false);
  });

  it("refuses a seed that was not committed to", async () => {
    for (const seed of [
      vectors.seed.replace(/^../, "00"),
      vectors.seed.slice(2),
      "no seed",
      vectors.seed.toUpperCase(),
    ]) {
      const verdict = await verify(dealer({ seed }), draws);
      expect(verdict).toMatchObject({
        holds: false,
        checked: 0,
        sentence: "The seed is not the one the dealer committed to before the match.",
      });
    }
  });

  it("leaves out what came over from another match, and says so", async () => {
    const foreign: Draw[] = [
      { at: 1, fan: 6, odds: [], outcome: 5 },
      { at: 3, fan: 6, odds: [], outcome: 5 },
    ];
    const own = draws.map((draw) => ({ ...draw, at: draw.at + 10 }));
    const verdict = await verify(dealer({ given: 10 }), [...foreign, ...own]);
    expect(verdict).toMatchObject({ holds: true, checked: own.length, given: 2 });
    expect(verdict.sentence).toContain("2 more outcomes from another match");
  });

  it("says what cannot be told", async () => {
    expect(await verify(dealer({ kind: "fast", seed: "5", commitment: "" }), draws)).toMatchObject({
      holds: null,
      checked: 0,
    });
    expect(await verify(dealer({ seed: "" }), draws)).toMatchObject({ holds: null, checked: 0 });
    expect(await verify(dealer(), [])).toMatchObject({ holds: true, checked: 0 });
  });
});
