/**
 * Verifies the dice of a finished match from its film alone: docs/records.md, "The committed dealer", with the
 * browser's cryptography.
 */
import type { Film } from "../kit/types.js";

export type Dealer = Film["dealer"];
export interface Draw {
  at: number;
  fan: number;
  odds: number[];
  outcome: number;
}
export interface Verdict {
  holds: boolean | null; // null: cannot be verified
  checked: number; // outcomes that follow from the seed
  given: number; // outcomes from another match or a lesson's script, which do not come from the seed
  wrong: { at: number; dealt: number; due: number } | null; // the first wrong outcome
  sentence: string;
}

const LABEL = "parlour dealer 1";
const SPAN = 2 ** 32;
const bytes = (text: string) => new TextEncoder().encode(text);

/** Bytes from hexadecimal digits; null if the text has other characters. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 2 || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const toHex = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function signer(
  secret: Uint8Array<ArrayBuffer> | ArrayBuffer,
): Promise<(text: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return (text) => crypto.subtle.sign("HMAC", key, text);
}

/** The dealer's stream: outcomes below n, or by weights, in the order they are dealt. */
export async function stream(
  seed: Uint8Array<ArrayBuffer>,
  nonces: string[],
): Promise<(fan: number, odds: number[]) => Promise<number>> {
  const key = await (await signer(seed))(bytes([LABEL, ...nonces].join("\n")));
  const sign = await signer(key);
  let block = 0;
  let numbers: number[] = [];
  const next = async (): Promise<number> => {
    if (numbers.length === 0) {
      const count = new DataView(new ArrayBuffer(8));
      count.setBigUint64(0, BigInt(block++));
      const signed = new DataView(await sign(new Uint8Array(count.buffer)));
      numbers = Array.from({ length: 8 }, (_, at) => signed.getUint32(4 * at));
    }
    return numbers.shift()!;
  };
  const below = async (n: number): Promise<number> => {
    if (n === 1) return 0;
    for (;;) {
      const number = await next();
      if (number < SPAN - (SPAN % n)) return number % n;
    }
  };
  return async (fan, odds) => {
    if (odds.length === 0) return below(fan);
    let mark = await below(odds.reduce((sum, weight) => sum + weight, 0));
    for (const [outcome, weight] of odds.entries()) {
      mark -= weight;
      if (mark < 0) return outcome;
    }
    throw new Error("the weights do not add up");
  };
}

const some = (count: number, what = "outcome") => `${count} ${what}${count === 1 ? "" : "s"}`;

/** Compares all outcomes of a match with the seed its dealer committed to. */
export async function verify(dealer: Dealer, draws: Draw[]): Promise<Verdict> {
  const given = draws.filter((draw) => draw.at <= dealer.given).length;
  const verdict = (holds: boolean | null, sentence: string, checked = 0, wrong: Verdict["wrong"] = null): Verdict => ({
    holds,
    checked,
    given,
    wrong,
    sentence,
  });
  if (dealer.kind !== "committed")
    return verdict(
      null,
      "The dice of a simulated match cannot be checked here. Download the record and use parlour verify.",
    );
  if (!dealer.seed)
    return verdict(null, "The dealer shows its seed when the match is over; until then nobody can check the dice.");
  if (!globalThis.crypto?.subtle)
    return verdict(
      null,
      "This browser computes hashes only on a secure page (https, or a server on this machine). " +
        "Download the record and use parlour verify.",
    );
  const seed = fromHex(dealer.seed);
  if (!seed || seed.length !== 32 || toHex(await crypto.subtle.digest("SHA-256", seed)) !== dealer.commitment)
    return verdict(false, "The seed is not the one the dealer committed to before the match.");
  const draw = await stream(seed, dealer.nonces);
  let checked = 0;
  for (const { at, fan, odds, outcome } of draws) {
    if (at <= dealer.given) continue;
    const due = await draw(fan, odds);
    if (due !== outcome)
      return verdict(
        false,
        `Step ${at} does not match the seed: outcome ${outcome} was dealt instead of ${due}. ` +
          `${some(checked)} before it ${checked === 1 ? "is" : "are"} correct.`,
        checked,
        { at, dealt: outcome, due },
      );
    checked += 1;
  }
  const taken = given ? ` ${some(given, "more outcome")} from another match or a lesson must be checked there.` : "";
  if (checked === 0)
    return verdict(true, `The seed is the one the dealer committed to; there was nothing to deal.${taken}`);
  return verdict(
    true,
    `All dice are correct: ${some(checked)} recomputed from the dealer's seed ` +
      `and the players' random numbers.${taken}`,
    checked,
  );
}

export const drawsOf = (film: Film): Draw[] =>
  film.frames.flatMap((frame) => (frame.draw ? [{ at: frame.at, ...frame.draw }] : []));
