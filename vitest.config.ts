/** The unit tests of the browser client, beside the files they test, in happy-dom. */
import { defineConfig } from "vitest/config";
import { KIT } from "./vite.kit.js";

export default defineConfig({
  test: {
    environment: "happy-dom",
    include: ["src/parlour/web/**/*.test.ts", "src/parlour/games/*/web/**/*.test.ts"],
    passWithNoTests: false,
  },
  resolve: { alias: { "@parlour/kit": KIT } },
});
