/** Builds the shell into src/parlour/web/dist. tools/web.py also builds the boards and the single-file replay. */
import { defineConfig } from "vitest/config";
import { KIT, sharedKit } from "./vite.kit.js";
import { shortTemplates } from "./vite.templates.js";

const TARGET = ["chrome123", "firefox121", "safari17.5"]; // the first with light-dark() and :has()

export default defineConfig({
  plugins: [sharedKit(), shortTemplates()],
  root: "src/parlour/web",
  base: "/",
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: TARGET,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  resolve: { alias: { "@parlour/kit": KIT } },
  test: { root: ".", include: ["src/parlour/{web,games}/**/*.test.ts"], environment: "happy-dom" },
});
