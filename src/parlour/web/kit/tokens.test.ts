import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** name -> [light, dark], for the tokens that are plain colours */
const TOKENS = new Map([...readFileSync(join(import.meta.dirname, "tokens.css"), "utf8").matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)]
  .map(([, name, light, dark]) => [name!, [light!, dark!] as const]));

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const TEXT = ["ink", "soft", "act", "info", "gold", ..."round selection gain store battle system".split(" ").map((name) => `cat-${name}`), ...[0, 1, 2, 3, 4, 5, 6].map((seat) => `seat-${seat}`)];
const PAIRS: [string, string, number][] = [
  ...TEXT.flatMap((text): [string, string, number][] => [[text, "panel", 4.5], [text, "ground", 4.5]]),
  ["ink", "sunk", 4.5], ["soft", "sunk", 4.5], ["on-act", "act", 4.5], ["on-act", "act-over", 4.5], ["on-info", "info", 4.5], ["on-gold", "gold", 4.5], ["edge", "panel", 3], ["edge", "ground", 3],
];

describe.each([["light", 0], ["dark", 1]] as const)("%s", (_theme, at) => {
  it.each(PAIRS)("%s on %s", (text, ground, least) => {
    expect(contrast(TOKENS.get(text)![at], TOKENS.get(ground)![at])).toBeGreaterThanOrEqual(least);
  });
});
