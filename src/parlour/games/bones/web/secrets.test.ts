import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

const HERE = "src/parlour/games/bones/web";
const texts = JSON.parse(readFileSync(`${HERE}/../data/texts.json`, "utf8")) as { locations: Record<string, string>[] };
const source = readdirSync(HERE)
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => readFileSync(`${HERE}/${name}`, "utf8"))
  .join("\n");

test("the board knows no place, nobody who plays there and nothing of what is told there", () => {
  const secrets = texts.locations
    .flatMap((place) => ["name", "opponent", "first", "again", "beaten", "challenge"].map((part) => place[part]))
    .filter((text) => text !== undefined);
  expect(secrets.length).toBeGreaterThan(200);
  expect(secrets.filter((text) => source.includes(text))).toEqual([]);
});
