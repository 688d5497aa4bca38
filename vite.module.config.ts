/** Builds one module of a game (PARLOUR_ENTRY), such as its board, or the kit. */
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
      preserveEntrySignatures: "strict",
      output: { entryFileNames: "[name].js", codeSplitting: false },
    },
  },
  resolve: { alias: { "@parlour/kit": KIT } },
});
