/** A Vite plugin that leaves Lit and the kit for boards out of a bundle: they are in /kit.js (see web/kit/kit.ts). */
import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

export const KIT = fileURLToPath(new URL("src/parlour/web/kit", import.meta.url));
const ADDRESS = "/kit.js";
const ENTRY = `${KIT}/kit.ts`;
const LIT = new RegExp(
  "/node_modules/(lit/index|lit-html/lit-html|lit-element/lit-element|@lit/reactive-element/reactive-element)\\.js$",
);

/** The paths of the modules that the kit exports. */
const modules = (): Set<string> =>
  new Set(
    [...readFileSync(ENTRY, "utf-8").matchAll(/"\.\/([\w-]+)\.js"/g)].map(([, name]) =>
      realpathSync(`${KIT}/${name}.ts`),
    ),
  );

export function sharedKit(): Plugin {
  const shared = modules();
  return {
    name: "parlour-shared-kit",
    apply: () => process.env.PARLOUR_ENTRY !== ENTRY,
    enforce: "pre",
    async resolveId(id, importer, options) {
      if (!importer) return null;
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      return found && (shared.has(found.id) || LIT.test(found.id)) ? { id: ADDRESS, external: "absolute" } : null;
    },
  };
}
