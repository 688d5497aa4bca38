/** Builds the replay for `parlour replay --html`: single.js and single.css, with the font inside. */
import { defineConfig } from "vite";
import { KIT, sharedKit } from "./vite.kit.js";
import { shortTemplates } from "./vite.templates.js";

export default defineConfig({
  plugins: [sharedKit(), shortTemplates()],
  publicDir: false,
  build: {
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: process.env.PARLOUR_ENTRY,
      output: { entryFileNames: "single.js", assetFileNames: "single[extname]", codeSplitting: false },
    },
  },
  resolve: { alias: { "@parlour/kit": KIT } },
});
